"""The engine and a slow referee written from the rules play the same random deals and lists."""

import random

import pytest

import envs
from oracle_skat import PACK, PRESETS, MatchOracle
from sizes import sized

DEALS_PER_PRESET = sized(10_000)
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
    "null_ouvert_hand",
    "all_passed",
]
VALUES = {
    "players": [3, 4],
    "all_pass": ["pass_in", "ramsch", "schieberamsch"],
    "bid_step": ["any", "next"],
    "lost_hand_factor": [2, 1],
    "kontra_levels": [0, 1, 2, 3, 4],
    "kontra_timing": ["before_first_lead", "before_own_first_card"],
    "kontra_needs_bid": [False, True],
    "bock_rounds": [False, True],
    "bock_includes_trigger": [False, True],
    "bock_event_count": ["one_per_deal", "per_event"],
    "ramsch_round_after": [[], ["bock_round"], ["grand_hand"], ["grand_hand", "bock_round"]],
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
    """Some legal action, with weights that lead into every kind of game; low bids are the rule, overbids happen."""
    bids = sorted((name for name in names if name.startswith("bid_")), key=lambda name: int(name.removeprefix("bid_")))
    if bids:
        if chance.random() < 0.5:
            return "pass"
        return chance.choice(bids[:3] if chance.random() < 0.9 else bids)
    unlikely = {"hand": 0.4, "grand_hand": 0.3, "announce_jungfrau": 0.2}
    for name, share in unlikely.items():
        if name in names:
            return name if chance.random() < share else chance.choice(sorted(names - {name}))
    return chance.choice(sorted(names))


def strong_hand(chance):
    """Ten cards with which a Grand, a suit game or a Null can be won against anything."""
    suits = chance.sample("CSHD", 4)
    kind = chance.randrange(3)
    if kind == 0:
        return ["JC", "JS", "JH", "JD", *(rank + suits[0] for rank in "ATKQ98")]
    if kind == 1:
        return ["JC", "JS", *(rank + suits[0] for rank in "ATKQ9"), *("A" + suit for suit in suits[1:])]
    return [rank + suit for rank in "789" for suit in suits][:10]


def random_deck(chance):
    """A shuffled pack; in one of four deals somebody has very high or very low cards."""
    deck = chance.sample(PACK, 32)
    if chance.random() < 0.75:
        return deck
    hand = strong_hand(chance)
    others = [card for card in deck if card not in hand]
    place = chance.randrange(3)
    places = [*range(3 * place, 3 * place + 3)]
    places += range(11 + 4 * place, 15 + 4 * place)
    places += range(23 + 3 * place, 26 + 3 * place)
    return [hand.pop() if i in places else others.pop() for i in range(32)]


def legal(game, state):
    """Names of the legal actions."""
    return {game.actions.name(action) for action in game.legal_actions(state)}


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
    assert list(state.list_scores[: game.num_players]) == referee.list_scores, said


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("variant", PRESETS)
def test_random_deals_of_every_preset(variant, players):
    """Movers, legal actions and scores of each preset as it stands."""
    game = envs.load_game(f"skat/{variant}-v0", players=players)
    options = {**PRESETS[variant], "players": players}
    chance = random.Random(f"skat/{variant} {players}")
    outcomes = set()
    for _ in range(DEALS_PER_PRESET):
        deck, dealer = random_deck(chance), chance.randrange(players)
        state = game.deal(deck=deck, dealer=dealer)
        referee = MatchOracle(options, dealer, lambda deck=deck: deck)
        play_both(game, state, referee, chance)
        deal = referee.deal
        outcomes.add((deal.contract, deal.is_won() if deal.declarer is not None else None))
    assert {name for name, _ in outcomes} >= {"", *"CSHDGN", "NO", "NH", "NOH", "CH", "GH", "GHS", "HHO", "SHZ"}
    assert {("G", True), ("G", False), ("N", True), ("N", False), ("C", True), ("C", False)} <= outcomes


@pytest.mark.parametrize("part", range(PARTS))
def test_random_deals_under_random_options(part):
    """Deal episodes under all options at once."""
    chance = random.Random(f"options {part}")
    for _ in range(-(-OPTION_SETS // PARTS)):
        options = random_options(chance)
        game = envs.load_game("skat/schieber_ramsch-v0", **options)
        for _ in range(DEALS_PER_OPTION_SET):
            deck, dealer = random_deck(chance), chance.randrange(options["players"])
            state = game.deal(deck=deck, dealer=dealer)
            play_both(game, state, MatchOracle(options, dealer, lambda deck=deck: deck), chance)


def compare_carried(state, referee):
    """What stands between two deals of a list."""
    assert int(state.dealer) == referee.deal.dealer
    assert int(state.deals) == referee.deals_dealt
    assert int(state.deals_done) == referee.deals_counted
    assert int(state.bock_left) == referee.bock_left
    assert int(state.ramsch_left) == referee.ramsch_left
    assert list(state.list_scores[: referee.players]) == referee.list_scores


def compare_list(game, options, chance):
    """Play a list to its end on the decks that the engine draws."""
    state = game.deal(seed=chance.randrange(2**31))
    referee = MatchOracle(options, int(state.dealer), lambda: [PACK[card] for card in state.deck])
    said = []
    while referee.player() is not None:
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
    assert list(state.list_scores[: game.num_players]) == referee.list_scores


@pytest.mark.parametrize("part", range(PARTS))
def test_random_lists_under_random_options(part):
    """Whole lists: dealers, repeated deals, who may declare, Bock, compulsory Ramsch, totals."""
    chance = random.Random(f"lists {part}")
    for _ in range(-(-LISTS // PARTS)):
        options = {**random_options(chance), "episode": "match"}
        compare_list(envs.load_game("skat/schieber_ramsch-v0", **options), options, chance)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("variant", PRESETS)
def test_whole_lists_of_every_preset(variant, players):
    """Twelve rounds."""
    options = {**PRESETS[variant], "players": players, "episode": "match"}
    game = envs.load_game(f"skat/{variant}-v0", players=players, episode="match")
    chance = random.Random(f"list {variant} {players}")
    for _ in range(sized(50)):
        compare_list(game, options, chance)
