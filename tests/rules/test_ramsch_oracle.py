"""The engine and a slow referee written from the rules play the same random deals and lists."""

import random

import pytest

import envs
from oracle_ramsch import DealOracle, MatchOracle
from ramsch_deals import PACK
from ramsch_table import legal
from sizes import sized

PRESETS = {
    "schieberamsch": {},
    "ramsch": {"ramsch_style": "plain"},
    "augenramsch": {"ramsch_multiplier": "additive"},
}
DEALS_PER_PRESET = sized(20_000)
OPTION_SETS = sized(4_000)
DEALS_PER_OPTION_SET = 5
LISTS = sized(1_000)
PARTS = 10  # so that several processes share the work

TRIGGERS = [
    "lost_60",
    "kontra_lost",
    "kontra_and_re",
    "grand_lost",
    "grand_hand_won",
    "value_72",
    "value_96",
    "score_x00",
    "score_repdigit",
]
VALUES = {
    "lost_hand_factor": [2, 1],
    "kontra_levels": [0, 1, 2, 3, 4],
    "kontra_timing": ["before_first_lead", "before_own_first_card"],
    "bock_rounds": [False, True],
    "bock_includes_trigger": [False, True],
    "bock_event_count": ["one_per_deal", "per_event"],
    "ramsch_round_after": [[], ["bock_round"]],
    "unfinished_rounds": ["lapse", "play_out"],
    "scoring": ["classic", "seeger_fabian"],
    "ramsch_style": ["schieber", "plain"],
    "ramsch_skat_to": ["last_trick", "loser", "nobody"],
    "ramsch_value": ["points", "fixed"],
    "ramsch_fixed": [[10, 15, 20], [5, 25, 100]],
    "ramsch_multiplier": ["multiplicative", "additive"],
    "ramsch_tie": ["both_lose", "split", "last_trick"],
    "ramsch_three_way": ["zero", "all_lose"],
    "durchmarsch_value": [120, 100],
    "durchmarsch_doubles": [True, False],
    "durchmarsch_fixed": ["penalty", "bonus"],
    "pass_jacks": [False, True],
    "pass_rule": ["any_two", "not_same_two", "none_taken"],
    "jungfrau_announce": [True, False],
    "jungfrau_fail": [120, 60],
    "grand_hand_rule": ["off", "once_per_round", "max_three_running", "unlimited"],
    "grand_hand_announcements": [False, True],
    "grand_hand_redeal": ["same_dealer", "next_dealer"],
    "max_deals": [0, 0, 7],
    "reward": ["score", "zero_sum"],
}


def random_options(chance):
    """Some value of every option; rounds are few so that lists end."""
    options = {name: chance.choice(values) for name, values in VALUES.items()}
    options["rounds"] = chance.randint(1, 4)
    options["bock_triggers"] = [name for name in TRIGGERS if chance.random() < 0.5]
    if options["ramsch_value"] == "points":
        options["durchmarsch_fixed"] = "penalty"
    return options


def choose(chance, names):
    """Some legal action; a Grand Hand is seldom, or there would be few Ramsch deals."""
    if "grand_hand" in names:
        return "grand_hand" if chance.random() < 0.1 else "no_grand_hand"
    if "announce_jungfrau" in names:
        return "announce_jungfrau" if chance.random() < 0.1 else "no_announce"
    return chance.choice(sorted(names))


def some_hand(strong, chance):
    """Ten cards that win all tricks, or hardly any."""
    suits = chance.sample("CSHD", 4)
    if strong:
        return ["JC", "JS", "JH", "JD", *(rank + suits[0] for rank in "ATKQ98")]
    return [rank + suit for rank in "789" for suit in suits][:10]


def random_deck(chance):
    """A shuffled pack; in one of ten deals somebody has very high or very low cards."""
    deck = chance.sample(PACK, 32)
    if chance.random() < 0.9:
        return deck
    hand = some_hand(chance.random() < 0.5, chance)
    others = [card for card in deck if card not in hand]
    place = chance.randrange(3)
    places = [*range(3 * place, 3 * place + 3)]
    places += range(11 + 4 * place, 15 + 4 * place)
    places += range(23 + 3 * place, 26 + 3 * place)
    return [hand.pop() if i in places else others.pop() for i in range(32)]


def deck_of(state):
    """The pack as the engine dealt it."""
    return [PACK[card] for card in state.deck]


def play_both(game, state, referee, chance):
    """Play to the end, the same mover and the same legal actions at every decision."""
    said = []
    while referee.player() is not None:
        assert game.current_player(state) == referee.player(), said
        names = referee.legal()
        assert legal(game, state) == names, said
        action = choose(chance, names)
        said.append(action)
        game.step(state, game.actions.number(action))
        referee.step(action)
    assert game.is_terminal(state), said
    assert legal(game, state) == set()
    assert list(game.returns(state)) == referee.returns(), said


@pytest.mark.parametrize("variant", PRESETS)
def test_random_deals_of_every_preset(variant):
    """Movers, legal actions and scores of each preset as it stands."""
    game = envs.load_game(f"ramsch/{variant}-v0")
    chance = random.Random(f"ramsch/{variant}")
    for _ in range(DEALS_PER_PRESET):
        deck, dealer = random_deck(chance), chance.randrange(3)
        state = game.deal(deck=deck, dealer=dealer)
        referee = DealOracle(PRESETS[variant], deck, dealer)
        play_both(game, state, referee, chance)
        assert list(state.scores[:3]) == referee.scores()


def compare_one_deal(game, options, chance):
    """A deal episode; a list of one deal to the referee, as Bock may double its first deal."""
    deck, dealer = random_deck(chance), chance.randrange(3)
    state = game.deal(deck=deck, dealer=dealer)
    play_both(game, state, MatchOracle(options, dealer, lambda: deck), chance)


@pytest.mark.parametrize("part", range(PARTS))
def test_random_deals_under_random_options(part):
    """Deal episodes under all options at once."""
    chance = random.Random(f"options {part}")
    for _ in range(-(-OPTION_SETS // PARTS)):
        options = random_options(chance)
        game = envs.load_game("ramsch/schieberamsch-v0", **options)
        for _ in range(DEALS_PER_OPTION_SET):
            compare_one_deal(game, options, chance)


def compare_carried(state, referee):
    """What stands between two deals of a list."""
    assert int(state.dealer) == referee.deal.dealer
    assert int(state.deals) == referee.deals_dealt
    assert int(state.deals_done) == referee.deals_counted
    assert int(state.bock_left) == referee.bock_left
    assert int(state.ramsch_left) == referee.ramsch_left
    assert list(state.list_scores[:3]) == referee.list_scores()


def compare_list(game, options, chance):
    """Play a list to its end on the decks that the engine draws."""
    state = game.deal(seed=chance.randrange(2**31))
    referee = MatchOracle(options, int(state.dealer), lambda: deck_of(state))
    said = []
    while not referee.is_over():
        assert game.current_player(state) == referee.player(), said
        names = referee.legal()
        assert legal(game, state) == names, said
        action = choose(chance, names)
        said.append(action)
        deals = referee.deals_dealt
        game.step(state, game.actions.number(action))
        referee.step(action)
        if referee.deals_dealt != deals:
            said = []
            compare_carried(state, referee)
    assert game.is_terminal(state)
    assert list(game.returns(state)) == referee.returns()
    assert list(state.list_scores[:3]) == referee.list_scores()


@pytest.mark.parametrize("part", range(PARTS))
def test_random_lists_under_random_options(part):
    """Whole lists: dealers, repeated deals, who may declare, Bock, compulsory Ramsch, totals."""
    chance = random.Random(f"lists {part}")
    for _ in range(-(-LISTS // PARTS)):
        options = {**random_options(chance), "episode": "match"}
        compare_list(envs.load_game("ramsch/schieberamsch-v0", **options), options, chance)


@pytest.mark.parametrize("variant", PRESETS)
def test_whole_lists_of_every_preset(variant):
    """Twelve rounds."""
    options = {**PRESETS[variant], "episode": "match"}
    game = envs.load_game(f"ramsch/{variant}-v0", episode="match")
    chance = random.Random(f"list {variant}")
    for _ in range(sized(100)):
        compare_list(game, options, chance)
