"""What people see of a Schmier table: the scene, and why an action is not possible. Plain Python, for people."""

from typing import Any

from envs.core.options import Episode
from envs.core.scene import Cards, Scene, Seat, face_down, in_order, split_tricks
from envs.core.tricks import TRUMP
from envs.games.schmier.cards import (
    HAND_SIZE,
    JOKER,
    NO_TRUMP_YET,
    NUM_CARDS,
    NUM_PLAYERS,
    NUM_TEAMS,
    PACK,
    PROTECTED,
    RANKINGS,
    STOCK_AT,
    STOCK_SIZE,
    SUIT_NAMES,
    TRUMPS,
)
from envs.games.schmier.options import DiscardRule, FirstLead, JokerLead, Options
from envs.games.schmier.state import ACTIONS, HIGHEST_BID, PASSED, PHASES, Action, Phase

QUESTIONS: dict[int, str] = {
    Phase.BID: "bid, or pass",
    Phase.TRUMP: "name the trumps",
    Phase.EXCHANGE: "discard a card, or be done",
    Phase.KEEP: "choose a card to keep",
    Phase.PLAY: "play a card",
}
"""What the player to move decides, by phase."""


def sorted_cards(cards: int, trump: int) -> Cards:
    """A set of cards as a player sorts it: trumps from the highest down, then the suits; by suits before trumps are named."""
    return (RANKINGS[trump] if trump >= 0 else NO_TRUMP_YET).sort(cards)


# --- The scene -------------------------------------------------------------------------------------------------------------


def scene(state: Any, options: Options, player: int | None = None) -> Scene:
    """What one seat sees of a table, or everything if `player` is None."""
    players = [next((s for s in range(NUM_PLAYERS) if int(state.played[s]) >> c & 1), -1) for c in range(NUM_CARDS)]
    trick, last = split_tricks(in_order(state.order, players, PACK.cards), int(state.trick_size), NUM_PLAYERS)
    facts = []
    if state.trump >= 0:
        facts = [
            ("hand points", " : ".join(str(points) for points in state.points)),
            ("game points", " : ".join(str(points) for points in state.game_points)),
        ]
    if options.episode == Episode.MATCH:
        facts.append(("match to", str(options.target)))
    return Scene(
        phase=PHASES[state.phase],
        headline=_headline(state),
        seats=tuple(_seat(state, options, player, seat) for seat in range(NUM_PLAYERS)),
        to_move=int(state.player),
        viewer=player,
        question=_question(state, options),
        trick=trick,
        last_trick=last,
        last_winner=int(state.trick_winners[state.num_tricks - 1]) if last else -1,
        piles=_piles(state, options, player),
        contract=f"bid {state.bid}" if state.bidder >= 0 else "no bid",
        marks=("set",) if state.player < 0 and state.bidder >= 0 and state.scores[state.bidder % NUM_TEAMS] < 0 else (),
        facts=tuple(facts),
    )


def _question(state: Any, options: Options) -> str:
    """What is to be decided; of several cards, which, or how many are still to be chosen."""
    question, seat = QUESTIONS.get(int(state.phase), ""), int(state.player)
    if state.phase == Phase.EXCHANGE:
        return f"{question} ({int(state.discarded[seat]).bit_count() + 1} of at most {options.max_discards})"
    return f"{question} ({HAND_SIZE - int(state.hands[seat]).bit_count()} to go)" if state.phase == Phase.KEEP else question


def _headline(state: Any) -> str:
    if state.bidder < 0:
        return "bidding" if state.phase == Phase.BID else "nobody has bid"
    bid = f"player_{state.bidder} bid {state.bid}"
    return f"trumps {SUIT_NAMES[state.trump]}, {bid}" if state.trump >= 0 else bid


def _seat(state: Any, options: Options, player: int | None, seat: int) -> Seat:
    hand, discarded, trump = int(state.hands[seat]), int(state.discarded[seat]), int(state.trump)
    is_shown = player in (None, seat)
    is_choosing = state.phase == Phase.KEEP and seat == state.dealer
    kept = hand if is_choosing and is_shown else 0
    if is_choosing:  # how many are kept so far is the dealer's secret
        hand, discarded = hand | discarded, 0
    notes = []
    if state.bids[seat] == PASSED:
        notes.append("passed")
    elif state.bids[seat] > 0:
        notes.append(f"bid {state.bids[seat]}")
    if state.exchanged[seat]:
        notes.append(f"exchanged {state.exchanged[seat]}")
    if kept:
        notes.append(f"keeps {' '.join(sorted_cards(kept, trump))}")
    roles = ["dealer"] if seat == state.dealer else []
    if seat == state.bidder and state.phase not in (Phase.BID, Phase.DEALING):
        roles.append("bidder")
    is_over = state.player < 0
    team = seat % NUM_TEAMS
    return Seat(
        player=seat,
        hand=sorted_cards(hand, trump) if is_shown else face_down(hand.bit_count()),
        roles=tuple(roles),
        part="player" if state.bidder < 0 else "bidding team" if team == state.bidder % NUM_TEAMS else "opponent",
        notes=tuple(notes),
        put_away=sorted_cards(discarded, trump) if is_shown else (),
        tricks=int(state.tricks_won[seat]),
        team=team,
        total=int(state.match_scores[team]) if options.episode == Episode.MATCH else None,
        score=int(state.scores[team]) if is_over else None,
    )


def _piles(state: Any, options: Options, player: int | None) -> tuple[tuple[str, Cards], ...]:
    trump = int(state.trump)
    piles = []
    drawn = int(state.drawn_from_stock)
    if drawn < STOCK_SIZE:
        stock = sum(1 << int(card) for card in state.deck[STOCK_AT + drawn : NUM_CARDS])
        piles.append(("stock", sorted_cards(stock, trump) if player is None else face_down(STOCK_SIZE - drawn)))
    if options.show_buried_trumps and trump >= 0 and state.phase != Phase.KEEP:
        buried = sorted_cards(int(state.discarded[state.dealer]) & int(TRUMPS[trump]), trump)
        piles += [("buried trumps", buried)] if buried else []
    return tuple(piles)


# --- Why not ---------------------------------------------------------------------------------------------------------------


def in_words(action: int) -> tuple[str, ...]:
    """What a suit that is named as trumps is called, and the joker."""
    suit = action - Action.TRUMP_C
    if 0 <= suit < len(SUIT_NAMES):
        return (SUIT_NAMES[suit],)
    return ("joker",) if action == JOKER else ()


def why_illegal(state: Any, options: Options, action: int) -> str:
    """Why the player to move cannot take an action, in a few words."""
    phase = int(state.phase)
    reason = ""
    if action < NUM_CARDS and phase in (Phase.EXCHANGE, Phase.KEEP, Phase.PLAY):
        reason = _why_no_card(state, options, action)
    elif phase == Phase.BID:
        reason = _why_no_bid(state, options, action)
    return reason or f"the player has to {QUESTIONS[phase]}"


def _why_no_bid(state: Any, options: Options, action: int) -> str:
    if action == Action.PASS:
        return "the dealer has to bid: all others have passed"
    bid = action - Action.BID_1 + 1
    if not 0 < bid <= HIGHEST_BID:
        return ""
    if bid > options.max_bid:
        return f"the highest bid is {options.max_bid}"
    if bid < options.min_bid:
        return f"the lowest bid is {options.min_bid}"
    return f"bid {bid} is not above {state.bid}, which is already bid"


def _why_no_card(state: Any, options: Options, card: int) -> str:
    seat = int(state.player)
    name = PACK.format(card)
    if int(state.hands[seat]) >> card & 1 == 0:
        if state.phase == Phase.KEEP and int(state.discarded[seat]) >> card & 1:
            return "who has more than six trumps keeps trumps only"
        return f"{name} is not in the hand"
    if state.phase == Phase.KEEP:
        return f"{name} is kept already"
    if state.phase == Phase.EXCHANGE:
        return _why_not_discarded(state, options, card)
    if state.trick_size == 0:
        if card == JOKER and options.joker_lead == JokerLead.LAST_RESORT:
            return "the joker may be led only when nothing else is left"
        return "the first lead must be a trump" if options.first_lead == FirstLead.TRUMP else ""
    led = next(c for c in range(NUM_CARDS) if int(state.order[c]) == 1 + NUM_PLAYERS * int(state.num_tricks))
    or_trump = " or play a trump" if options.may_trump_when_able and state.led_suit != TRUMP else ""
    suit = "trumps" if state.led_suit == TRUMP else SUIT_NAMES[state.led_suit]
    return f"must follow {suit}{or_trump}: {PACK.format(led)} was led"


def _why_not_discarded(state: Any, options: Options, card: int) -> str:
    trump = int(state.trump)
    if options.discard_rule == DiscardRule.NO_TRUMPS and int(TRUMPS[trump]) >> card & 1:
        return "trumps may not be discarded"
    if int(PROTECTED[trump]) >> card & 1:
        return "this trump may never be discarded"
    return f"no more cards may be discarded; {ACTIONS[Action.DONE]} ends it"


def heard(state: Any, options: Options, player: int, action: int) -> str:
    """What a seat notices of an action that is taken in this state: its name, or less.

    Discards lie face down; of a dealer who chooses what to keep nobody knows how much there is to choose.
    """
    if state.player == player or action >= NUM_CARDS or state.phase == Phase.PLAY:
        return ACTIONS[action]
    return "" if state.phase == Phase.KEEP else "a card"
