"""What a player sees of a deal of Skat, read back from the vector: it holds all that he knows (3.9)."""

import pytest

from envs.games.skat_family.state import Phase
from oracle_skat import PACK, VALUES, DealOracle
from ramsch_deals import cards, dealt
from random_play import walk
from sizes import sized
from skat_table import FOREHAND_AT_18, match, played, table

SEEDS = range(sized(100))
BIDDING_WORDS = ("bid_", "hold", "pass")


def piece(game, observation, name):
    return observation[game.layout[name]].tolist()


def seen_cards(game, observation, name, k=0):
    """Texts of the cards flagged in a piece, of the k-th player in a piece for three."""
    flags = piece(game, observation, name)[32 * k : 32 * k + 32]
    return {card for card, flag in zip(PACK, flags, strict=True) if flag}


def order_of(game, observation):
    """Positions in the observer's order."""
    me = piece(game, observation, "position").index(1)
    return [(me + k) % 3 for k in range(3)]


def by_position(game, observation, name):
    """Three numbers in the order forehand, middlehand, rearhand."""
    values = piece(game, observation, name)
    return [values[order_of(game, observation).index(position)] for position in range(3)]


def bidding_seen(game, observation):
    """Rebuild the bidding word for word from calls, highest values and passes."""
    calls = piece(game, observation, "calls")
    order = order_of(game, observation)
    called = {order[k]: [v for v, flag in zip(VALUES, calls[63 * k : 63 * k + 63], strict=True) if flag] for k in range(3)}
    reached = [VALUES[level - 1] if level else 0 for level in by_position(game, observation, "reached")]
    passed = by_position(game, observation, "passed")
    words = []
    listener = 0
    for caller in (1, 2):
        for value in called[caller]:
            words.append((caller, f"bid_{value}"))
            if reached[listener] >= value:
                words.append((listener, "hold"))
            elif passed[listener]:
                words.append((listener, "pass"))
        if words and words[-1] == (listener, "pass"):
            listener = caller
        elif passed[caller]:
            words.append((caller, "pass"))
    if called[0]:
        words.append((0, "bid_18"))
    elif passed[0] and (0, "pass") not in words:
        words.append((0, "pass"))
    return words


def referee_of(game, state):
    """The slow referee at the same point, and who said what in bidding."""
    options = {"players": game.num_players, "all_pass": str(game.options.all_pass.name).lower(), **game.changes}
    deck = [PACK[card] for card in state.deck]
    referee = DealOracle(options, deck, int(state.dealer))
    said = []
    for action in state.log[: state.log_length]:
        word = game.actions.name(int(action))
        position = (referee.player() - int(state.dealer) - 1) % game.num_players
        if word.startswith(BIDDING_WORDS):
            said.append((position, word))
        referee.step(word)
    return referee, said


OPTIONS = {
    "isko": {"preset": "isko"},
    "schieber_ramsch": {"kontra_levels": 4},
    "four players": {"players": 4, "kontra_levels": 2, "kontra_timing": "before_own_first_card"},
    "announced": {"all_pass": "ramsch", "jungfrau_announce": True},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_all_that_is_public_can_be_read_by_everybody(options):
    game = table(**options)
    for seed in SEEDS:
        for ply, state in enumerate(walk(game, seed)):
            if ply % 3 and state.num_tricks:
                continue
            referee, said = referee_of(game, state)
            for seat in range(game.num_players):
                compare_public(game, game.observe(state, seat), state, referee, said)


def compare_public(game, seen, state, referee, said):
    """Bidding, contract, Kontra, tricks as the referee has them."""
    assert bidding_seen(game, seen) == said
    order = order_of(game, seen)
    declarer = [order[k] for k, flag in enumerate(piece(game, seen, "declarer")) if flag]
    assert declarer == ([] if referee.declarer is None else [referee.declarer])
    kinds = piece(game, seen, "game")
    assert "".join(kind for kind, flag in zip("CSHDGN", kinds, strict=True) if flag) == referee.contract[:1]
    assert piece(game, seen, "announced") == [int(letter in referee.contract[1:]) for letter in "SZO"]
    assert piece(game, seen, "hand_game") == [int(referee.is_hand)]
    assert piece(game, seen, "kontra_level") == [referee.doublings]
    assert sum(piece(game, seen, "pushed")) == referee.pushes
    assert [p for p in range(3) if by_position(game, seen, "jungfrau")[p]] == sorted(referee.announcers)
    assert by_position(game, seen, "tricks_won") == [referee.trick_winners.count(p) for p in range(3)]
    whole = len(referee.trick_winners)
    for k, position in enumerate(order):
        mine = [card for who, card in referee.plays if who == position]
        assert seen_cards(game, seen, "played", k) == set(mine)
        assert seen_cards(game, seen, "trick", k) == {card for who, card in referee.plays[3 * whole :] if who == position}
    when = dict(zip(PACK, piece(game, seen, "order"), strict=True))
    assert sorted((n, card) for card, n in when.items() if n) == [(n + 1, c) for n, (_, c) in enumerate(referee.plays)]
    is_shown = referee.is_open and referee.declarer is not None and not referee.is_over()
    if not referee.is_over():
        assert seen_cards(game, seen, "open_hand") == (set(referee.hands[referee.declarer]) if is_shown else set())
    tens, ones = piece(game, seen, "decisions")
    assert 100 * tens + ones == state.log_length


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_a_player_sees_his_own_cards_and_what_he_took_and_put_away(options):
    game = table(**options)
    for seed in SEEDS:
        for state in walk(game, seed):
            referee, _ = referee_of(game, state)
            for position in range(3):
                seen = game.observe(state, referee.seat(position))
                assert seen_cards(game, seen, "hand") == set(referee.hands[position])
                if position == referee.declarer and not referee.is_hand and state.phase != Phase.HAND:
                    assert seen_cards(game, seen, "taken") == set(referee.dealt_skat)
                    assert seen_cards(game, seen, "put_away") == set(referee.skat)


def test_nothing_hidden_is_seen():
    """Exchanging cards between hands that an observer does not see changes nothing for him."""
    game = table()
    said = [*FOREHAND_AT_18, "take", "7C", "8C", "declare_G"]
    base = dealt("7C 8C 9C TC JC QC KC AC 7S 8S", "9S TS JS QS KS AS 7H 8H 9H TH", "JH QH KH AH 7D 8D 9D TD JD QD", "KD AD")
    other = dealt("7C 8C 9C TC JC QC KC AC 7S 8S", "9S TS JS QS KS AS 7H 8H 9H AD", "JH QH KH AH 7D 8D 9D TD JD KD", "TH QD")
    middle = [game.observe(played(game, deck, said[:4]), 0) for deck in (base, other)]
    assert not (middle[0] == middle[1]).all()  # the taker sees the skat
    for seat in (1, 2):
        views = [game.observe(played(game, deck, said), seat) for deck in (base, other)]
        hidden = [v.copy() for v in views]
        for view in hidden:
            view[game.layout["hand"]] = 0
        assert (hidden[0] == hidden[1]).all()


def test_the_discards_are_seen_by_the_declarer_alone():
    game = table()
    said = [*FOREHAND_AT_18, "take", "JC", "8C", "declare_G"]
    state = played(game, dealt("7C 8C 9C TC JC QC KC AC 7S 8S"), said)
    assert seen_cards(game, game.observe(state, 0), "put_away") == cards("JC 8C")
    for seat in (1, 2):
        assert not seen_cards(game, game.observe(state, seat), "put_away")


def test_a_match_shows_what_is_carried_to_every_seat():
    for players in (3, 4):
        game = match(players=players, bock_rounds=True)
        carry = {
            "list_scores": [-12345, 678, 0, 99][:players],
            "games_won": [3, 0, 120, 1][:players],
            "games_lost": [0, 7, 2, 0][:players],
            "deals_done": 17,
            "bock_left": 5,
            "ramsch_left": 4,
            "grand_hand_used": 0b101,
            "grand_hand_run": 2,
            "round_deals": 1,
            "deals": 20,
        }
        state = game.deal(seed=1, dealer=0, carry=carry)
        for seat in range(players):
            seen = game.observe(state, seat)
            for name in ("list_scores", "games_won", "games_lost"):
                digits = {"list_scores": 4}.get(name, 2)
                numbers = piece(game, seen, name)
                read = [read_digits(numbers[digits * k : digits * (k + 1)]) for k in range(players)]
                assert read == [carry[name][(seat + k) % players] for k in range(players)]
            for name in ("deals_done", "bock_left", "ramsch_left"):
                assert read_digits(piece(game, seen, name)) == carry[name]
            used = piece(game, seen, "grand_hand_used")[:players]
            assert used == [0b101 >> ((seat + k) % players) & 1 for k in range(players)]


def read_digits(digits):
    value = 0
    for digit in digits:
        value = 100 * value + digit
    return value
