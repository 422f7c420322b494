"""The few words needed to play hands of Schmier through the engine, and the whole hands of the rules (8)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import envs
from oracle_schmier import PACK, effective_suit, is_trump

CARDS = envs.load_game("schmier/standard-v0").rules.PACK


@cache
def _table(options: tuple[tuple[str, Any], ...]) -> Any:
    return envs.load_game("schmier/standard-v0", **dict(options))


def table(**options: Any) -> Any:
    """Load the game under these options, the same object each time."""
    return _table(tuple(sorted(options.items())))


def cards(text: str) -> set[str]:
    """Cards separated by blanks."""
    return set(text.split())


def shown(bits: int) -> set[str]:
    """Cards of a set in the record."""
    return set(CARDS.format_set(int(bits)).split())


def legal(game: Any, state: Any) -> set[str]:
    """Names of the legal actions."""
    return {game.actions.name(action) for action in game.legal_actions(state)}


def left_of(seat: int, places: int = 1) -> int:
    """The seat so many places to the left."""
    return (seat + places) % 6


def deck_of(hands: Mapping[int, Sequence[str]], dealer: int, stock: Sequence[str] = ()) -> list[str]:
    """A pack that deals these hands and begins its stock so; what is not named follows in order."""
    used = {card for hand in hands.values() for card in hand} | set(stock)
    rest = [card for card in PACK if card not in used]
    full = {}
    for seat in range(6):
        hand = list(hands.get(seat, ()))
        full[seat] = hand + [rest.pop(0) for _ in range(6 - len(hand))]
    dealt = [full[left_of(dealer, k)][j] for j in range(6) for k in range(1, 7)]
    return [*dealt, *stock, *rest]


def bids(bidder: int, bid: int, dealer: int, max_bid: int = 6) -> list[str]:
    """The bidding in which only one player bids."""
    said = ["pass"] * 6
    place = (bidder - dealer - 1) % 6
    said[place] = f"bid_{bid}"
    return said[: place + 1] if bid == max_bid else said


def begun(
    game: Any,
    hands: Mapping[int, Sequence[str]],
    trump: str,
    *,
    bidder: int = 0,
    bid: int = 3,
    dealer: int = 5,
    stock: Sequence[str] = (),
) -> Any:
    """A hand in which one player has bid and named trumps."""
    state = game.deal(seed=1, deck=deck_of(hands, dealer, stock), dealer=dealer)
    game.play(state, [*bids(bidder, bid, dealer, game.options.max_bid), f"trump_{trump}"])
    return state


def plays_of(text: str) -> list[tuple[int, str]]:
    """`0:AC 1:TC` as seats and cards."""
    return [(int(play[0]), play[2:]) for play in text.split()]


def one_trick(trump: str, text: str, **options: Any) -> Any:
    """The state after the first trick, led by its first player; everybody else's cards are of other suits than the one led."""
    plays = plays_of(text)
    leader, led_card = plays[0]
    others = [
        card
        for card in PACK
        if effective_suit(card, trump) != effective_suit(led_card, trump) and card not in [c for _, c in plays]
    ]
    game = table(exchange=False, **options)
    hands = {seat: [card, *(others.pop() for _ in range(5))] for seat, card in plays}
    state = begun(game, hands, trump, bidder=leader, dealer=left_of(leader, 5))
    game.play(state, [card for _, card in plays])
    return state


def may_follow(trump: str, hand: str, led_card: str, **options: Any) -> set[str]:
    """What a player with this hand may play to a card led in the first trick."""
    game = table(exchange=False, **options)
    state = begun(game, {0: [led_card]}, trump)
    game.play(state, [led_card])
    state.array["hands"][0, 1] = CARDS.parse_set(hand)
    return legal(game, state)


def may_lead(trump: str, hand: str, *, trick: int = 1, **options: Any) -> set[str]:
    """What the bidder with this hand may lead to the first trick, or to a later one."""
    game = table(exchange=False, **options)
    state = begun(game, {}, trump)
    state.array["hands"][0, 0] = CARDS.parse_set(hand)
    state.array["num_tricks"] = trick - 1
    return legal(game, state)


def dealer_with(pool: str, trump: str, **options: Any) -> tuple[Any, Any]:
    """Game and state in which the dealer, seat 5, is to choose from this pool, or has chosen."""
    own = pool.split()
    game = table(**options)
    others = sorted((card for card in PACK if card not in own), key=lambda card: not is_trump(card, trump))
    num_drawn = 23 - len(own)
    drawn, dealt = others[:num_drawn], others[num_drawn:]
    hands = {seat: dealt[seat::5] for seat in range(5)}
    state = begun(game, hands | {5: own[:6]}, trump, stock=[*drawn, *own[6:]])
    for seat in range(5):
        count = num_drawn // 5 + (seat < num_drawn % 5)
        exchange(game, state, sorted(card for card in hands[seat] if not is_trump(card, trump))[:count])
    return game, state


def exchange(game: Any, state: Any, discards: Iterable[str]) -> None:
    """Let the player to move discard these cards, and say so if he could discard more."""
    mover = game.current_player(state)
    game.play(state, list(discards))
    if game.current_player(state) == mover and "done" in legal(game, state):
        game.play(state, ["done"])


class Hand(NamedTuple):
    """A whole hand: what happened, and what it came to."""

    dealer: int
    deck: str
    bids: str
    bidder: int
    bid: int
    trump: str
    discards: str
    keeps: str
    tricks: str
    points: list[int]
    scores: list[int]


def whole_hand(hand: Hand, **options: Any) -> list[str]:
    """All actions of a hand up to its last card."""
    said = ["pass" if word == "-" else f"bid_{word}" for word in hand.bids.split()]
    said.append(f"trump_{hand.trump}")
    for thrown in hand.discards.split("|"):
        said += thrown.split()
        if len(thrown.split()) < 3:
            said.append("done")
    said += hand.keeps.split()
    for line in hand.tricks.strip().splitlines():
        said += [card for _, card in plays_of(line.partition("->")[0])]
    return said


S17 = Hand(
    dealer=1,
    deck=(
        "9C AC 6S KD 4S 7S 8C 3C 2H 2C 9S 4H 5S JK 6D 6H 3H 4D AD QC 4C TS QH 9D 8H AS 7C 3D JH 5D 8D 9H KS QS AH 3S"
        " TD 6C 5C JS JC TC QD 8S JD 2D 7D 7H KC KH 5H 2S TH"
    ),
    bids="- 3 - - 4 -",
    bidder=0,
    bid=4,
    trump="H",
    discards="5S 8C 8D | 3C QC | 4C 6D 6S | 2C 3D TS | 4S 9S",
    keeps="9D 7S",
    tricks="""
        0:AH 1:4H 2:8H 3:JK 4:2H 5:6H -> 0 5
        0:KC 1:7S 2:5C 3:JC 4:7C 5:JD -> 5 5
        5:2D 0:3H 1:9D 2:AD 3:JS 4:QD -> 0 7
        0:7H 1:5H 2:6C 3:9H 4:8S 5:7D -> 3 0
        3:AC 4:TC 5:QS 0:QH 1:KH 2:9C -> 1 21
        1:TH 2:TD 3:AS 4:KS 5:KD 0:JH -> 0 31
    """,
    points=[4, 1, 1],
    scores=[4, 1, 1],
)
S18 = Hand(
    dealer=4,
    deck=(
        "TD 3D 4H KC 9H QC 2C 3S KS 5D 9S 6D TC 2S 8S AS JH 8D QS 7S AC JD KD 3C 5H 6H JK 9C 7H 7D QH 5S 6S AH 4D TS"
        " 2H 3H 7C 4C 2D 8H JS KH QD 8C TH 6C 5C 4S AD JC 9D"
    ),
    bids="- - - 3 - -",
    bidder=2,
    bid=3,
    trump="H",
    discards="2C TC TD | 2S 3D 3S | 6S 8S KS | 5D 9C KC | 4D 9S KD",
    keeps="TS QC JC 9D 8D 7D",
    tricks="""
        2:AH 3:7H 4:7D 5:2H 0:6H 1:4H -> 2 4
        2:6C 3:5C 4:JC 5:7C 0:4C 1:AC -> 1 5
        1:KH 2:TH 3:9H 4:TS 5:3H 0:8H -> 1 23
        1:JS 2:AS 3:4S 4:8D 5:QS 0:5S -> 2 7
        2:8C 3:AD 4:QC 5:QH 0:2D 1:QD -> 5 10
        5:5H 0:7S 1:JK 2:JD 3:JH 4:9D -> 3 3
    """,
    points=[3, 1, 2],
    scores=[3, 1, -3],
)
S20 = Hand(
    dealer=0,
    deck=(
        "JS 7H 7C 5H TH 5S 2H 3S 9S 4S 6C 3D TC 6S 4C QS 8S 5D 8C 4H JC TS 3C QD 9H JK 5C KD KC AD 2D QH AS 8D 6H TD"
        " AH 9D 7S 8H AC 2S KS 3H JD JH KH 2C QC 7D 9C 4D 6D"
    ),
    bids="- - 3 - - 4",
    bidder=0,
    bid=4,
    trump="D",
    discards="2H 8C 9H | 3S 4H 6S | 4C 5C 7C | 4S 5H TS | 3C 6C 6H",
    keeps="QD TD 6D 5D 4D",
    tricks="""
        0:AD 1:2D 2:JK 3:JD 4:8D 5:7D -> 0 6
        0:4D 1:9D 2:2S 3:3H 4:KD 5:8S -> 4 3
        4:2C 5:9C 0:5D 1:TC 2:AC 3:JC -> 0 15
        0:QD 1:7S 2:7H 3:AS 4:JH 5:QC -> 0 9
        0:TD 1:JS 2:8H 3:KS 4:QS 5:KC -> 0 19
        0:6D 1:AH 2:QH 3:9S 4:KH 5:TH -> 0 19
    """,
    points=[5, 1, 0],
    scores=[5, 1, 0],
)
S19_TRICKS = """
    1:AD 2:4D 3:7D 4:JK 5:2C 0:6D -> 1 5
    1:2D 2:8D 3:9D 4:3D 5:6S 0:QD -> 0 2
    0:QH 1:5H 2:KH 3:AH 4:8H 5:TH -> 3 19
    3:7C 4:QS 5:KC 0:AC 1:QC 2:4C -> 0 11
    0:KS 1:9H 2:KD 3:7S 4:5D 5:TS -> 2 16
    2:JH 3:AS 4:TD 5:JS 0:TC 1:JD -> 1 27
"""


def tricks_played(text: str) -> tuple[dict[int, list[str]], list[str]]:
    """Who played what, and all cards in order."""
    plays = [play for line in text.strip().splitlines() for play in plays_of(line.partition("->")[0])]
    return {seat: [card for who, card in plays if who == seat] for seat in range(6)}, [card for _, card in plays]


def scored(points: Sequence[int], bid: int, team: int, scores: Sequence[int] = (0, 0, 0), **options: Any) -> tuple[Any, Any]:
    """Game and state after a hand in which the teams made these hand points, Game being tied.

    The last card of S17 brings Right and 31 game points to team 0; all before it is put into the record.
    """
    game = table(episode="match", **options)
    state = game.deal(seed=1, deck=S17.deck.split(), dealer=S17.dealer, carry={"match_scores": list(scores)})
    *before, last = whole_hand(S17)
    game.play(state, before)
    state.array["points"][0] = [points[0] - 1, points[1], points[2]]
    state.array["game_points"][0] = [0, 31, 0]
    state.array["bid"], state.array["bidder"] = bid, team
    game.play(state, [last])
    return game, state
