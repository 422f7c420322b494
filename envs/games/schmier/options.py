"""Options of Schmier (rules, 4)."""

from dataclasses import dataclass, replace

from envs.core.options import Choice, Episode, OptionError, Reward


class AllPass(Choice):
    """What follows when nobody bids (3.2)."""

    REDEAL_SAME_DEALER, REDEAL_NEXT_DEALER, DEALER_FORCED_MIN, DEALER_SET = range(4)


class DiscardRule(Choice):
    """What all but the dealer may not discard (3.4)."""

    NO_TRUMPS, NO_PROTECTED_TRUMPS = range(2)


class DealerOverflow(Choice):
    """What a dealer with more than six trumps may bury (3.5)."""

    EXCESS_ONLY, FREE = range(2)


class FirstLead(Choice):
    """What the bidder may lead to the first trick (3.6)."""

    ANY, TRUMP = range(2)


class JokerLead(Choice):
    """Whether the joker may be led (3.6)."""

    ALLOWED, LAST_RESORT = range(2)


class LowTo(Choice):
    """Whose the point Low is (5.1)."""

    PLAYER, TRICK_WINNER = range(2)


class MissingHighLow(Choice):
    """Whether another trump stands in for an ace or 2 that is not played (5.1)."""

    VOID, NEAREST = range(2)


class GameTie(Choice):
    """Who gets the point Game when several teams have the most game points (5.1)."""

    NONE, BIDDER_IF_TIED, ALL_TIED = range(3)


class WinTie(Choice):
    """What follows a tie at the top without the bidding team (6)."""

    BIDDER_THEN_PLAY_ON, BIDDER_THEN_SHARED = range(2)


class MatchReward(Choice):
    """Whether a match returns its scores or who won it (5.4)."""

    SCORES, RESULT = range(2)


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
    all_pass_set: int = 2
    """What the dealer's team loses under `all_pass=dealer_set` (4)."""
    dealer_may_match: bool = False
    """Whether the dealer may take the bid over at its own height (3.2)."""
    exchange: bool = True
    """Whether cards are exchanged and the dealer takes the rest of the pack (3.4, 3.5)."""
    max_discards: int = 3
    """Cards that a player other than the dealer may exchange, as long as the stock lasts (3.4)."""
    discard_rule: DiscardRule = DiscardRule.NO_TRUMPS
    dealer_overflow: DealerOverflow = DealerOverflow.EXCESS_ONLY
    show_buried_trumps: bool = False
    """Whether everybody sees which trumps the dealer buried (3.5)."""
    first_lead: FirstLead = FirstLead.ANY
    may_trump_when_able: bool = False
    """Whether a player able to follow a plain lead may trump instead (3.6)."""
    joker_lead: JokerLead = JokerLead.ALLOWED
    low_to: LowTo = LowTo.PLAYER
    missing_high_low: MissingHighLow = MissingHighLow.VOID
    game_tie: GameTie = GameTie.NONE
    win_tie: WinTie = WinTie.BIDDER_THEN_PLAY_ON
    max_hands: int = 0
    """Scored hands after which a match stops; 0: no limit (6)."""
    match_reward: MatchReward = MatchReward.SCORES
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


def for_planning(options: Options) -> Options:
    """The lead over the other teams: the match is a race (6)."""
    return replace(options, reward=Reward.ZERO_SUM, match_reward=MatchReward.SCORES)
