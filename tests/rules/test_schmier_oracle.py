"""The engine and a slow referee written from the rules play the same random deals and matches."""

import random

import pytest

import envs
from oracle_schmier import PACK, HandOracle, MatchOracle
from sizes import sized

DEALS = sized(10_000)
OPTION_SETS = sized(2_000)
DEALS_PER_OPTION_SET = 5
MATCHES = sized(500)
PARTS = 10  # so that several processes share the work

VALUES = {
    "all_pass": ["redeal_same_dealer", "redeal_next_dealer", "dealer_forced_min", "dealer_set"],
    "all_pass_set": [1, 2, 5],
    "dealer_may_match": [False, True],
    "exchange": [True, True, False],
    "max_discards": [0, 1, 2, 3, 4, 5, 6],
    "discard_rule": ["no_trumps", "no_protected_trumps"],
    "dealer_overflow": ["excess_only", "free"],
    "show_buried_trumps": [False, True],
    "first_lead": ["any", "trump"],
    "may_trump_when_able": [False, True],
    "joker_lead": ["allowed", "last_resort"],
    "low_to": ["player", "trick_winner"],
    "missing_high_low": ["void", "nearest"],
    "game_tie": ["none", "bidder_if_tied", "all_tied"],
    "win_tie": ["bidder_then_play_on", "bidder_then_shared"],
    "max_hands": [0, 0, 1, 4],
    "match_reward": ["scores", "result"],
    "reward": ["score", "zero_sum"],
}


def random_options(chance):
    """Some value of every option; targets are low so that matches end."""
    options = {name: chance.choice(values) for name, values in VALUES.items()}
    bids = sorted(chance.choices(range(1, 7), k=2))
    options |= {"min_bid": bids[0], "max_bid": bids[1], "target": chance.choice([1, 5, 10])}
    return options


def legal(game, state):
    """Names of the legal actions."""
    return {game.actions.name(action) for action in game.legal_actions(state)}


def choose(chance, names):
    """Some legal action; players pass most of the time, or bids would be sixes, and name a suit at random."""
    if "pass" in names and chance.random() < 0.7:
        return "pass"
    return chance.choice(sorted(names))


def random_deck(chance):
    """A shuffled pack; in some deals the last cards, the dealer's, are mostly of one colour."""
    deck = chance.sample(PACK, 53)
    if chance.random() < 0.8:
        return deck
    suits = chance.choice(["H", "S", "HD", "CS"])
    return [c for c in deck if c[1] not in suits] + [c for c in deck if c[1] in suits]


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
    return said


def compare_hand(state, referee, said):
    """What a scored hand leaves."""
    assert state.scores.tolist() == referee.scores, said
    if referee.bidder is not None:
        assert state.points.tolist() == referee.points, said
        assert state.game_points.tolist() == referee.game, said


@pytest.mark.parametrize("part", range(PARTS))
def test_random_deals(part):
    """Movers, legal actions and scores of the game as it stands; deals thrown in are dealt again."""
    game = envs.load_game("schmier/standard-v0")
    chance = random.Random(f"schmier {part}")
    for _ in range(-(-DEALS // PARTS)):
        deck, dealer = random_deck(chance), chance.randrange(6)
        state = game.deal(seed=chance.randrange(2**31), deck=deck, dealer=dealer)
        decks = iter([deck])
        referee = MatchOracle({}, dealer, lambda: next(decks, None) or [PACK[c] for c in state.deck])  # noqa: B023
        said = play_both(game, state, referee, chance)
        assert game.is_terminal(state)
        compare_hand(state, referee.deal, said)
        assert game.returns(state).tolist() == referee.returns(), said


@pytest.mark.parametrize("part", range(PARTS))
def test_random_deals_under_random_options(part):
    """Deals under all options at once."""
    chance = random.Random(f"schmier options {part}")
    for _ in range(-(-OPTION_SETS // PARTS)):
        options = random_options(chance)
        game = envs.load_game("schmier/standard-v0", **options)
        for _ in range(DEALS_PER_OPTION_SET):
            deck, dealer = random_deck(chance), chance.randrange(6)
            state = game.deal(seed=chance.randrange(2**31), deck=deck, dealer=dealer)
            referee = HandOracle(options, deck, dealer)
            said = play_both(game, state, referee, chance)
            if referee.scores is None:
                assert state.deals == 2, said
                continue
            assert game.is_terminal(state)
            compare_hand(state, referee, (options, said))


def compare_match(game, options, chance):
    """Play a match to its end on the decks that the engine draws; False if it was cut off."""
    state = game.deal(seed=chance.randrange(2**31))
    referee = MatchOracle(options, int(state.dealer), lambda: [PACK[card] for card in state.deck])
    while not referee.is_over():
        assert game.current_player(state) == referee.player()
        names = referee.legal()
        assert legal(game, state) == names
        action = choose(chance, names)
        deals = referee.deals_dealt
        game.step(state, game.actions.number(action))
        referee.step(action)
        if state.truncated:
            assert referee.deals_dealt == 1001 or state.thrown_in == 100
            return False
        if referee.deals_dealt != deals or referee.is_over():
            assert int(state.dealer) == referee.deal.dealer
            assert int(state.deals) == referee.deals_dealt
            assert int(state.hands_scored) == referee.hands_scored
            assert state.match_scores.tolist() == referee.match_scores
            assert game.returns(state).tolist() == referee.returns()
    assert game.is_terminal(state)
    assert [team for team in range(3) if int(state.match_winners) >> team & 1] == referee.winners
    return True


@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches_under_random_options(part):
    """Whole matches: dealers, deals thrown in, scores, ends, ties, who won and what is paid."""
    chance = random.Random(f"schmier matches {part}")
    ended = 0
    for _ in range(-(-MATCHES // PARTS)):
        options = {**random_options(chance), "episode": "match"}
        ended += compare_match(envs.load_game("schmier/standard-v0", **options), options, chance)
    assert ended > 0


def test_random_matches():
    """To 21."""
    game = envs.load_game("schmier/standard-v0", episode="match")
    chance = random.Random("schmier match")
    assert sum(compare_match(game, {"episode": "match"}, chance) for _ in range(sized(30))) > 0
