"""How a hand of Sheepshead is told. Plain Python, for people."""

from typing import Any

from envs.core.cards import members
from envs.core.tricks import TRUMP
from envs.games.sheepshead.actions import ACTIONS, PHASES, Action, Kind, Phase
from envs.games.sheepshead.cards import CARD_POINTS, CARDS_OF_SUIT, COUNTERS, JACKS, PACK, QUEENS, Card
from envs.games.sheepshead.options import LeasterBlind, Options
from envs.games.sheepshead.scene import in_words, scene, side_result
from envs.games.sheepshead.scoring import AUTOMATIC_BUCK, BUCK
from envs.games.sheepshead.state import CARRIED
from envs.games.sheepshead.variants import MAX_PLAYERS, NUM_TRICKS, PLAYERS, SIDES, Sides

PHRASES = {
    "pass": "passes",
    "nuclear": "goes nuclear: the whole blind for the whole hand",
    "leaster": "chooses a leaster",
    "doubler": "chooses a new deal that counts double",
    "schwanzer": "chooses to show all hands",
    "claim_redeal": "claims a new deal",
    "no_claim": "claims nothing",
    "blitz_black": "shows the black queens",
    "blitz_red": "shows the red queens",
    "no_blitz": "shows no queens",
    "auto_buck": "shows the six fox catchers",
    "alone": "plays alone",
    "silent": "says nothing",
    "call_up": "calls a jack up",
    "crack": "cracks",
    "no_crack": "does not crack",
    "recrack": "re-cracks",
    "no_recrack": "does not re-crack",
    "solo_best": "bids a best",
    "solo_billy": "bids a billy, to win no trick",
    "keep": "keeps the cards",
    "stop": "calls nobody",
    "call_extra": "calls one more partner",
    "play_under": "plays the face-down card",
    "claim_rest": "claims the rest",
}
DOES = {"bury": "buries", "play": "plays", "under": "lays face down", "give": "gives away", "return": "returns"}
"""What is done with a card, by phase."""


DOUBLERS_BEFORE = 2 * MAX_PLAYERS + CARRIED[2:].index("doublers")
"""Place of the doublers among what the hand began with."""


def _seats(state: Any, options: Options) -> list[int]:
    """Seats by position, from forehand on."""
    num_players = int(PLAYERS[options.variant])
    return [(int(state.dealer) + 1 + position) % num_players for position in range(num_players)]


def tell_decision(before: Any, action: int, after: Any, options: Options) -> list[str]:
    """One line for what was said; the cards of a trick in one line when it is complete."""
    if before.phase != Phase.PLAY or (action >= len(PACK.cards) and action != Action.PLAY_UNDER):
        return [f"player_{before.player} {_said(before, action, after)}."]
    if after.num_tricks > before.num_tricks:
        return [_tell_trick(before, after, options)]
    return [f"player_{before.player} {_said(before, action, after)}."] if after.player < 0 else []


def _said(before: Any, action: int, after: Any) -> str:
    """What a player does, with the verb first."""
    name, called = ACTIONS[action], in_words(action)
    if name in PACK.cards:
        return f"{DOES[PHASES[before.phase]]} {name}"
    if Action.PICK <= action <= Action.PICK_4:
        blind = after.taken[before.turn]
        return f"picks up {PACK.format_set(int(blind))}" if blind else "picks, and leaves the blind"
    if action >= Action.NAME_TRICK:
        return f"names trick {name.rpartition('_')[2]} for the blind"
    if Action.SOLO_SIDE <= action < Action.SOLO_BILLY:
        return f"bids a {called[0]}"
    if Action.CALL_ACE <= action < Action.ALONE:
        return f"calls {'' if action >= Action.CALL_UNKNOWN and action < Action.CALL_SELF else 'the '}{called[0]}"
    return PHRASES[name]


def _tell_trick(before: Any, after: Any, options: Options) -> str:
    table, seats = scene(after, options), _seats(after, options)
    cards = ", ".join(f"player_{seat} {card}" for seat, card in table.last_trick)
    position = next(p for p in range(len(seats)) if after.tricks_won[p] > before.tricks_won[p])
    points = sum(int(CARD_POINTS[card]) for card in members(int(after.won[position]) & ~int(before.won[position])))
    return f"Trick {after.num_tricks}: {cards}. player_{seats[position]} wins {points}."


def tell_end(state: Any, options: Options) -> list[str]:
    """Card points of everybody, what was buried, and why the hand pays what it pays."""
    seats, sides = _seats(state, options), int(SIDES[options.variant])
    if state.kind == Kind.SCHWANZER:
        values = [f"player_{seat} {_hand_value(state, int(state.hands[p]))}" for p, seat in enumerate(seats)]
        return [f"The hands are worth {', '.join(values)}.", _tell_loser(state, options, "the strongest hand")]
    lines = [f"player_{seat} has {state.card_points[p]} card points in {_tricks(state, p)}." for p, seat in enumerate(seats)]
    lines += [
        f"player_{seat} buried {PACK.format_set(int(state.buried[p]))}." for p, seat in enumerate(seats) if state.buried[p]
    ]
    if state.offender >= 0:
        return [*lines, f"player_{seats[state.offender]} has played a card that is not allowed. That loses the hand."]
    if state.kind in (Kind.LEASTER, Kind.MOSTER):
        return [*lines, *_tell_leaster(state, options)]
    if sides == Sides.TEAMS:
        return [*lines, *_tell_teams(state, options)]
    if sides in (Sides.BATTERY, Sides.STACKS):
        return lines
    return [*lines, *_tell_sides(state, options)]


def _hand_value(state: Any, hand: int) -> int:
    """Queens 3, jacks 2, other trumps 1 (5.6)."""
    trumps = hand & int(CARDS_OF_SUIT[state.trumps, TRUMP])
    return trumps.bit_count() + 2 * (hand & QUEENS).bit_count() + (hand & JACKS).bit_count()


def _tricks(state: Any, position: int) -> str:
    return f"{state.tricks_won[position]} trick{'' if state.tricks_won[position] == 1 else 's'}"


def _together(seats: list[int]) -> str:
    return " and ".join(filter(None, [", ".join(f"player_{seat}" for seat in seats[:-1]), f"player_{seats[-1]}"]))


def _tell_sides(state: Any, options: Options) -> list[str]:
    """What the side of the picker, the bidder or the partner cards has, what it needs, and what that pays."""
    seats = _seats(state, options)
    side = [seat for p, seat in enumerate(seats) if int(state.side) >> p & 1]
    if not side:
        return ["Everybody plays alone."]
    tricks, points = side_result(state, options)
    is_won = points >= 61 or tricks == NUM_TRICKS[options.variant]
    own = sum(int(state.card_points[p]) for p, seat in enumerate(seats) if seat in side)
    buried = f", {points - own} of them buried" if points > own else ""
    is_bid = SIDES[options.variant] == Sides.BIDDER
    whose = "The bidder's side" if is_bid else "The picker's side" if state.picker >= 0 else "The side of the partner cards"
    lines = [f"{whose}, {_together(side)}, has {points} card points{buried}; 61 are needed."]
    if is_bid:
        return lines
    reasons = list(scene(state, options).marks)
    doublers = int(state.before[DOUBLERS_BEFORE])
    reasons += [f"{doublers} doubler{'s' if doublers > 1 else ''}"] if doublers else []
    reasons += ["queens shown"] if state.blitz_black or state.blitz_red else []
    reasons += ["a crack"] if state.cracked >= 0 else []
    reasons += ["a re-crack"] if state.recracked else []
    reasons += ["double on the bump"] if not is_won and options.double_on_bump else []
    others = [seat for seat in seats if seat not in side]
    unit = abs(int(state.scores[others[0]])) if others else 0
    pays = f"Each of the others {'pays' if is_won else 'gets'} {unit}"
    return [*lines, f"{pays} ({', '.join(reasons)})." if reasons else f"{pays}."]


def _tell_leaster(state: Any, options: Options) -> list[str]:
    """Who gets the blind, and who has fewest or most card points."""
    seats = _seats(state, options)
    trick = {LeasterBlind.LAST_TRICK: "the last trick", LeasterBlind.FIRST_TRICK: "the first trick"}
    to = f"goes to the winner of {trick.get(options.leaster_blind, f'trick {state.named_trick}')}"
    if options.leaster_blind == LeasterBlind.SET_ASIDE:
        to = "counts for nobody"
    lines = [f"The blind, {PACK.format_set(int(state.blind))}, {to}."]
    if state.kind == Kind.MOSTER:
        return [*lines, _tell_loser(state, options, "the most card points")]
    scores = [int(state.scores[seat]) for seat in seats]
    if max(scores) <= 0:
        return [*lines, "The fewest card points are held twice: nobody wins."]
    position = scores.index(max(scores))
    points = int(state.card_points[position]) + (_blind_points(state) if position == state.blind_to else 0)
    whose = ", of those with a trick," if options.leaster_requires_trick else ""
    return [*lines, f"The fewest card points{whose} are {points}: player_{seats[position]} wins the leaster."]


def _blind_points(state: Any) -> int:
    return sum(int(CARD_POINTS[card]) for card in members(int(state.blind)))


def _tell_loser(state: Any, options: Options, why: str) -> str:
    """Who pays all the others for having most, or is paid by them for all tricks."""
    scores = {seat: int(state.scores[seat]) for seat in _seats(state, options)}
    if not any(scores.values()):
        return "The most card points are held twice: nobody pays."
    if list(scores.values()).count(max(scores.values())) == 1 and len(scores) > 2:
        return f"player_{max(scores, key=lambda seat: scores[seat])} has won all tricks. That is paid by everybody."
    return f"player_{min(scores, key=lambda seat: scores[seat])} has {why}, for which everybody else is paid."


def _tell_teams(state: Any, options: Options) -> list[str]:
    """The fox and the counters of each team, or a buck."""
    seats, lines = _seats(state, options), []
    for team in range(2):
        names, score = _together([seats[team], seats[team + 2]]), int(state.scores[seats[team]])
        cards = int(state.won[team]) | int(state.won[team + 2])
        counters = (cards & COUNTERS).bit_count() + int(state.num_tricks > 0 and state.winner & 1 == team)
        if score in (BUCK, AUTOMATIC_BUCK):
            return [f"{names} {'hold all fox catchers' if score == AUTOMATIC_BUCK else 'take all tricks'}, a buck: {score}."]
        fox = "the fox and " if cards >> Card.AD & 1 else ""
        lines.append(f"{names} have {fox}{counters} of 13 counters: {score}.")
    return lines
