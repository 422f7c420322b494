"""What a player at a Skat table cannot see is drawn so that all that fits is equally likely.

Equally likely is every pair of a deal and hidden choices (what the declarer discarded, what takers passed on). Late in a deal
all that fits is written down here by slow code made from the rules alone, and samples are compared with it. The pushing of the
skat is compared more closely by the tests of `ramsch`; here it is seen by a dealer who sits out.
"""

import itertools
import random
from collections import Counter

import numpy as np
import pytest
from scipy.stats import chi2

from oracle_skat import PACK, effective_suit
from ramsch_deals import cards_of
from random_play import walk
from sizes import sized
from skat_table import match, table

SAMPLES = sized(20_000)
LEAST_P = 1e-5
"""Below it a comparison fails; all seeds are fixed."""
BIDDINGS = {0: ["pass", "pass", "bid_18"], 1: ["bid_18", "pass", "pass"], 2: ["pass", "bid_18", "pass"]}
OBSERVERS = ["forehand", "middlehand", "rearhand", "sitting out"]


def p_value(seen, chances):
    """Chi-square of counts against chances, small cells put together."""
    count = sum(seen.values())
    assert set(seen) <= set(chances), set(seen) - set(chances)
    total, freedom, rest_seen, rest_expected = 0.0, -1, 0, 0.0
    for cell, chance in sorted(chances.items(), key=lambda item: (item[1], str(item[0]))):
        rest_seen += seen[cell]
        rest_expected += chance * count
        if rest_expected >= 8:
            total += (rest_seen - rest_expected) ** 2 / rest_expected
            freedom += 1
            rest_seen, rest_expected = 0, 0.0
    return float(chi2.sf(total, freedom)) if freedom > 0 else 1.0


def splits(unseen, sizes):
    """All ways to hand out cards in these numbers."""
    if not sizes:
        yield ()
        return
    for chosen in itertools.combinations(sorted(unseen), sizes[0]):
        for rest in splits(set(unseen) - set(chosen), sizes[1:]):
            yield (frozenset(chosen), *rest)


def draw(game, state, position, seed):
    """Worlds drawn for what a position sees; 3 is the dealer who sits out."""
    seat = (int(state.dealer) + 1 + position) % game.num_players
    observation = game.observe(state, seat)
    return game.determinize_many(np.repeat(observation[None], SAMPLES, axis=0), seed)


def plays_of(state):
    """Position and card of every card played, in order."""
    order = [int(n) for n in state.order]
    whose = {card: p for p in range(3) for card in cards_of(state.played[p])}
    return [(whose[PACK[order.index(n)]], PACK[order.index(n)]) for n in range(1, max(order) + 1)]


def follows(kind, plays, hands):
    """Whether nobody holds a card of a suit that he did not follow."""
    for number, (who, card) in enumerate(plays):
        led = effective_suit(kind, plays[number - number % 3][1])
        if effective_suit(kind, card) != led and any(effective_suit(kind, held) == led for held in hands[who]):
            return False
    return True


def presents(state, position, kind, *, knows_skat, shown=None):
    """All (three hands, skat) that an observer must think possible now."""
    hands = [cards_of(state.hands[p]) for p in range(3)]
    known = {p for p in range(3) if p in (position, shown)}
    seen = set().union(*(cards_of(state.played[p]) for p in range(3)), *(hands[p] for p in known))
    seen |= cards_of(state.skat) if knows_skat else set()
    others = [p for p in range(3) if p not in known]
    sizes = [len(hands[p]) for p in others] + ([] if knows_skat else [2])
    plays = plays_of(state) if max(state.order) else []
    for parts in splits(set(PACK) - seen, sizes):
        now = [frozenset(hand) for hand in hands]
        for p, part in zip(others, parts, strict=False):
            now[p] = part
        skat = frozenset(cards_of(state.skat)) if knows_skat else parts[-1]
        if follows(kind, plays, now):
            yield (*now, skat)


def present_of(world):
    """The same of a drawn world."""
    return tuple(frozenset(cards_of(cards)) for cards in (*world["hands"], world["skat"]))


CONTRACTS = ["C", "D", "G", "N", "NO", "SH", "GHZ", "HHO", "NH", "NOH"]


@pytest.mark.parametrize("observer", range(4), ids=OBSERVERS)
@pytest.mark.parametrize("contract", CONTRACTS)
def test_late_in_a_game_all_that_fits_is_equally_likely(contract, observer):
    """Voids under every contract; the discards are known to the declarer alone; an ouvert hand to all."""
    game = table(players=4)
    chance = random.Random(f"{contract} {observer}")
    is_hand = "H" in contract[1:] and contract != "H"
    for declarer in range(3):
        words = [*BIDDINGS[declarer], "hand" if is_hand else "take"]
        tricks = 8 if observer == 3 else 7
        state = late_game(game, chance, words, contract, tricks, is_hand=is_hand)
        shown = declarer if state.is_open else None
        knows_skat = observer == declarer and not is_hand
        fit = list(presents(state, observer, contract[0], knows_skat=knows_skat, shown=shown))
        drawn = draw(game, state, observer, chance.randrange(2**31))
        seen = Counter(present_of(world) for world in drawn)
        assert p_value(seen, dict.fromkeys(fit, 1 / len(fit))) > LEAST_P
        if not is_hand and observer != declarer:
            compare_taken(drawn, declarer)


def late_game(game, chance, words, contract, tricks, *, is_hand):
    """A random deal in which this contract runs and has come so far; Nulls are not lost yet."""
    while True:
        state = game.deal(seed=chance.randrange(2**31))
        game.play(state, words)
        if not is_hand:
            for _ in range(2):
                game.step(state, chance.choice(game.legal_actions(state)))
        game.play(state, [f"declare_{contract}"])
        for _ in range(3 * tricks + chance.randrange(3)):
            if not game.is_terminal(state):
                legal = game.legal_actions(state)
                game.step(state, legal[0] if contract[0] == "N" and chance.random() < 0.8 else chance.choice(legal))
        if not game.is_terminal(state):
            return state


def compare_taken(drawn, declarer):
    """Any two of the declarer's twelve cards may be those that he took, each pair with the same chance."""
    seen = Counter()
    for world in drawn:
        twelve = sorted(cards_of(world["hands"][declarer] | world["played"][declarer] | world["skat"]), key=PACK.index)
        assert cards_of(world["put_away"][declarer]) == cards_of(world["skat"])
        seen[tuple(twelve.index(card) for card in sorted(cards_of(world["taken"][declarer]), key=PACK.index))] += 1
    assert p_value(seen, dict.fromkeys(itertools.combinations(range(12), 2), 1 / 66)) > LEAST_P


def num_pasts(options, took, hands, skat):
    """In how many ways the takers can have got and passed on their pairs, seen by one who sits out."""
    jacks = {card for card in PACK if card[0] == "J"}

    def back(takers, hands, on_table):
        if not takers:
            return 1
        taker = takers[-1]
        twelve = hands[taker] | on_table
        if on_table & jacks and not options.get("pass_jacks"):
            return 0
        ways = 0
        for pair in map(frozenset, itertools.combinations(sorted(twelve), 2)):
            rule = options.get("pass_rule", "any_two")
            if (rule == "none_taken" and pair & on_table) or (rule == "not_same_two" and pair == on_table):
                continue
            ways += back(takers[:-1], {**hands, taker: twelve - pair}, pair)
        return ways

    return back(took, dict(enumerate(hands)), skat)


TOOK = [(), (1,), (0, 1), (1, 2)]


@pytest.mark.parametrize("took", TOOK, ids=["nobody took", "one took", "two took", "the last two took"])
@pytest.mark.parametrize("options", [{}, {"pass_rule": "none_taken"}, {"pass_jacks": True, "pass_rule": "not_same_two"}])
def test_a_dealer_who_sits_out_draws_the_schieberamsch_he_may_have_seen(options, took):
    """Who holds what now comes as often as there are ways that lead there."""
    game = table(players=4, **options)
    chance = random.Random(f"{options} {took}")
    state = game.deal(seed=chance.randrange(2**31))
    game.play(state, ["pass"] * 3)
    for position in range(3):
        game.play(state, ["take" if position in took else "push"])
        for _ in range(2 * (position in took)):
            game.step(state, chance.choice(game.legal_actions(state)))
    for _ in range(27):
        legal = game.legal_actions(state)
        plain = [card for card in legal if PACK[card][0] != "J"]
        game.step(state, chance.choice(plain or legal))
    ways = {}
    played = [frozenset(cards_of(cards)) for cards in state.played]
    for present in presents(state, 3, "G", knows_skat=False):
        hands = [hand | played[p] for p, hand in enumerate(present[:3])]
        number = num_pasts(options, took, hands, present[3])
        if number:
            ways[present] = number
    total = sum(ways.values())
    seen = Counter(present_of(world) for world in draw(game, state, 3, chance.randrange(2**31)))
    assert p_value(seen, {present: number / total for present, number in ways.items()}) > LEAST_P


@pytest.mark.parametrize("observer", range(4), ids=OBSERVERS)
def test_bids_say_nothing_about_cards(observer):
    """In bidding all unseen cards are dealt alike: every card comes as often to every place."""
    game = table(players=4)
    state = game.deal(seed=observer)
    game.play(state, ["bid_48", "hold"])
    drawn = draw(game, state, observer, observer)
    mine = cards_of(state.hands[observer]) if observer < 3 else set()
    sizes = {place: 10 for place in range(3) if place != observer} | {3: 2}
    total = sum(sizes.values())
    for card in sorted(set(PACK) - mine):
        seen = Counter()
        for world in drawn[: SAMPLES // 10]:
            holders = [cards_of(hand) for hand in (*world["hands"], world["skat"])]
            seen[next(place for place, held in enumerate(holders) if card in held)] += 1
        assert p_value(seen, {place: size / total for place, size in sizes.items()}) > LEAST_P


@pytest.mark.parametrize("discarded", [0, 1])
@pytest.mark.parametrize("observer", range(4), ids=OBSERVERS)
def test_worlds_while_the_declarer_discards(observer, discarded):
    """He holds twelve cards, then eleven; what he put away is known to him alone."""
    game = table(players=4)
    state = game.deal(seed=observer)
    game.play(state, [*BIDDINGS[1], "take"])
    for _ in range(discarded):
        game.step(state, game.legal_actions(state)[3])
    seen = set()
    for world in draw(game, state, observer, 5)[:200]:
        held = [cards_of(hand) for hand in world["hands"]]
        assert [len(hand) for hand in held] == [10, 12 - discarded, 10]
        assert len(cards_of(world["skat"])) == discarded
        if observer < 3:
            assert held[observer] == cards_of(state.hands[observer])
        if observer == 1:
            assert world["skat"] == state.skat
            assert world["taken"][1] == state.taken[1]
        seen.add(tuple(world["hands"]))
    assert len(seen) > 190


OPTIONS = {
    "isko": {"preset": "isko"},
    "schieber_ramsch": {},
    "all options": {
        "kontra_levels": 4,
        "kontra_timing": "before_own_first_card",
        "jungfrau_announce": True,
        "bock_rounds": True,
        "bock_triggers": ["all_passed", "lost_60", "score_x00"],
        "ramsch_round_after": ["grand_hand", "bock_round"],
        "grand_hand_announcements": True,
        "bid_step": "next",
    },
}


@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_a_drawn_world_shows_the_observer_what_he_saw(options, players, episode):
    """For every seat and phase; the mover, the returns and what may be done are the same."""
    game = (match if episode == "match" else table)(players=players, **options)
    for seed in range(sized(100)):
        for ply, state in enumerate(walk(game, seed, 150)):
            if game.is_terminal(state):
                continue
            seat = (ply + seed) % players
            observation = game.observe(state, seat)
            world = game.determinize(observation, 1000 * seed + ply)
            assert (game.observe(world, 0) == observation).all()
            assert game.current_player(world) == (game.current_player(state) - seat) % players
            assert (game.returns(world) == np.roll(game.returns(state), -seat)).all()
            if seat == game.current_player(state):
                assert (game.action_mask(world) == game.action_mask(state)).all()
            assert game.from_text(game.to_text(world)) == world
