"""Options of Schmier (rules, 4)."""

from dataclasses import dataclass

from envs.core.options import Choice, Episode, OptionError, Reward


class AllPass(Choice):
    """What follows when nobody bids (3.2)."""

    REDEAL_SAME_DEALER = 0
    REDEAL_NEXT_DEALER = 1
    DEALER_FORCED_MIN = 2
    DEALER_SET = 3


class DiscardRule(Choice):
    """What all but the dealer may not discard (3.4)."""

    NO_TRUMPS = 0
    NO_PROTECTED_TRUMPS = 1


class DealerOverflow(Choice):
    """What a dealer with more than six trumps may bury (3.5)."""

    EXCESS_ONLY = 0
    FREE = 1


class FirstLead(Choice):
    """What the bidder may lead to the first trick (3.6)."""

    ANY = 0
    TRUMP = 1


class JokerLead(Choice):
    """Whether the joker may be led (3.6)."""

    ALLOWED = 0
    LAST_RESORT = 1


class LowTo(Choice):
    """Whose the point Low is (5.1)."""

    PLAYER = 0
    TRICK_WINNER = 1


class MissingHighLow(Choice):
    """Whether another trump stands in for an ace or 2 that is not played (5.1)."""

    VOID = 0
    NEAREST = 1


class GameTie(Choice):
    """Who gets the point Game when several teams have the most game points (5.1)."""

    NONE = 0
    BIDDER_IF_TIED = 1
    ALL_TIED = 2


class WinTie(Choice):
    """What follows a tie at the top without the bidding team (6)."""

    BIDDER_THEN_PLAY_ON = 0
    BIDDER_THEN_SHARED = 1


class MatchReward(Choice):
    """What a match returns (5.4)."""

    SCORES = 0
    RESULT = 1


@dataclass(frozen=True)
class Options:
    """The rules of one table (4)."""

    target: int = 21
    """Score that ends a match (6)."""
    min_bid: int = 3
    """Lowest bid (3.2)."""
    max_bid: int = 6
    """Highest bid; it ends the bidding (3.2)."""
    all_pass: AllPass = AllPass.REDEAL_SAME_DEALER
    """What follows when nobody bids (3.2)."""
    all_pass_set: int = 2
    """What the dealer's team loses under `all_pass=dealer_set` (4)."""
    dealer_may_match: bool = False
    """Whether the dealer may take the bid over at its own height (3.2)."""
    exchange: bool = True
    """Whether cards are exchanged and the dealer takes the rest of the pack (3.4, 3.5)."""
    max_discards: int = 3
    """Cards that a player other than the dealer may exchange, as long as the stock lasts (3.4)."""
    discard_rule: DiscardRule = DiscardRule.NO_TRUMPS
    """What all but the dealer may not discard (3.4)."""
    dealer_overflow: DealerOverflow = DealerOverflow.EXCESS_ONLY
    """What a dealer with more than six trumps may bury (3.5)."""
    show_buried_trumps: bool = False
    """Whether everybody sees which trumps the dealer buried (3.5)."""
    first_lead: FirstLead = FirstLead.ANY
    """What the bidder may lead to the first trick (3.6)."""
    may_trump_when_able: bool = False
    """Whether a player able to follow a plain lead may trump instead (3.6)."""
    joker_lead: JokerLead = JokerLead.ALLOWED
    """Whether the joker may be led (3.6)."""
    low_to: LowTo = LowTo.PLAYER
    """Whose the point Low is (5.1)."""
    missing_high_low: MissingHighLow = MissingHighLow.VOID
    """Whether another trump stands in for an ace or 2 that is not played (5.1)."""
    game_tie: GameTie = GameTie.NONE
    """Who gets the point Game when several teams have the most game points (5.1)."""
    win_tie: WinTie = WinTie.BIDDER_THEN_PLAY_ON
    """What follows a tie at the top without the bidding team (6)."""
    max_hands: int = 0
    """Scored hands after which a match stops; 0: no limit (6)."""
    match_reward: MatchReward = MatchReward.SCORES
    """Whether a match returns its scores or who won it (5.4)."""
    episode: Episode = Episode.DEAL
    """Whether an episode is one scored hand or a match."""
    reward: Reward = Reward.SCORE
    """Whether returns are scores or own scores against the table's (5.4)."""


VARIANTS = {"standard": Options()}

_RANGES = {
    "target": (1, 1000),
    "min_bid": (1, 6),
    "max_bid": (1, 6),
    "all_pass_set": (1, 100),
    "max_discards": (0, 6),
    "max_hands": (0, 1000),
}


def validate(options: Options) -> None:
    """Raise OptionError for values and combinations that the rules do not know."""
    for name, (low, high) in _RANGES.items():
        value = getattr(options, name)
        if not low <= value <= high:
            raise OptionError(f"option {name}={value} is impossible in schmier; possible: {low} to {high}")
    if options.min_bid > options.max_bid:
        raise OptionError(f"option min_bid={options.min_bid} is impossible; possible: up to max_bid={options.max_bid}")
