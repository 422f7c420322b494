"""Which card a Sheepshead player plays by rules of thumb (rules, sections 9.2 and 9.5 to 9.8).

A decision first looks at the table: it reads the observation into a *view*, an array of numbers whose places are named below.
Players count from the observer, 0; sets of players are bits.
"""

import numpy as np

from envs.core.cards import lowest, num_cards, read_cards
from envs.core.jit import kernel
from envs.games.sheepshead import observation as seen
from envs.games.sheepshead import tables as t

(
    VARIANT, ORDER, PLAYERS_AT, HAND, LEGAL, UNSEEN, LED, BEST, WINNER, TRICK_POINTS, TRICK_SIZE, ROLE, PICKER, MATES, AFTER,
    SIDE_POINTS, REST_POINTS, CALLED_SUIT, IS_OPENED, TRICKS_WON, IS_LAST, IS_COUNTERS, VOID_OF_PICKER, SHOWN_BY_PICKER,
    FIRST, FIRST_POINTS, FIRST_TRICKS, BEST_POINTS, DESIGNATED, CALL, LEADER, LAST_PLAYER,
) = range(32)  # fmt: skip
VIEW_SIZE = 32
NOBODYS, PICKERS, PARTNERS, OPPONENTS = range(4)
"""Roles."""

COUNTER_VALUE = np.array([10 if t.COUNTERS >> card & 1 else 0 for card in range(t.NUM_CARDS)], np.int64)
COUNTER_VALUE[t.AD] = 25
VALUE = np.stack([t.CARD_POINTS.astype(np.int64), COUNTER_VALUE])
"""What a card is worth to a trick: card points, or in `sh24` ten for a counter and more for the fox."""


@kernel
def num_trumps(order: int, cards: int) -> int:
    """Trumps in a set."""
    return int(num_cards(cards & int(t.CARDS_OF_SUIT[order, t.TRUMP])))


@kernel
def num_queens(cards: int) -> int:
    """Queens in a set."""
    return int(num_cards(cards & t.QUEENS))


@kernel
def num_jacks(cards: int) -> int:
    """Jacks in a set."""
    return int(num_cards(cards & t.JACKS))


@kernel
def strength(order: int, cards: int) -> int:
    """Strength of a hand: queens 3, jacks 2, other trumps 1 (9.2)."""
    high = cards & int(t.CARDS_OF_SUIT[order, t.TRUMP])
    return num_trumps(order, cards) + 2 * num_queens(high) + num_jacks(high)


@kernel
def points_of(cards: int) -> int:
    """Card points of a set."""
    points = 0
    while cards != 0:
        points += int(t.CARD_POINTS[lowest(cards)])
        cards &= cards - 1
    return points


@kernel
def weakest(order: int, cards: int) -> int:
    """The weakest card of a set, or NONE: fail before trump."""
    best, least = t.NONE, 999
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if t.POWER[order, card] < least:
            best, least = card, int(t.POWER[order, card])
    return best


@kernel
def strongest(order: int, cards: int) -> int:
    """The strongest card of a set, or NONE: trump before fail."""
    best, most = t.NONE, -1
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if t.POWER[order, card] > most:
            best, most = card, int(t.POWER[order, card])
    return best


# --- Looking at the table --------------------------------------------------------------------------------------------------


@kernel
def look(observation: np.ndarray, action_mask: np.ndarray, view: np.ndarray) -> None:
    """Read the observation into a view: int64 [VIEW_SIZE], zeros; written."""
    variant = int(observation[seen.VARIANT_AT])
    players = int(t.PLAYERS[variant])
    view[VARIANT] = variant
    view[ORDER] = observation[seen.TRUMPS_AT]
    view[PLAYERS_AT] = players
    view[LEGAL] = read_cards(action_mask, 0, t.NUM_CARDS)
    view[IS_COUNTERS] = int(variant == t.SH24)
    view[CALLED_SUIT] = t.NONE
    view[PICKER] = t.NONE
    view[FIRST] = t.NONE
    played = seen.PLAYED2_AT if players == 2 else seen.PLAYED_AT
    gone = 0
    for k in range(players):
        gone |= read_cards(observation, played + t.NUM_CARDS * k, t.NUM_CARDS)
    view[HAND] = read_cards(observation, seen.HAND_AT, t.NUM_CARDS)
    known = gone | int(view[HAND])
    if players == 2:
        view[HAND] |= view[LEGAL]
        known |= read_cards(observation, seen.UP_AT, t.NUM_CARDS)
    else:
        known |= read_cards(observation, seen.BURIED_AT, t.NUM_CARDS) | read_cards(observation, seen.UNDER_AT, t.NUM_CARDS)
        _look_at_sides(observation, players, view)
    view[UNSEEN] = int(t.PACK_OF[variant]) & ~known
    _look_at_tricks(observation, players, view)
    if players > 2:
        _look_at_mates(observation, players, view)
    _narrow(view)


@kernel
def _bits(observation: np.ndarray, at: int, count: int) -> int:
    return read_cards(observation, at, count)


@kernel
def _look_at_sides(observation: np.ndarray, players: int, view: np.ndarray) -> None:
    """The picker, what was called, and the observer's role."""
    groups, flags, numbers = seen.groups_at(players), seen.flags_at(players), seen.numbers_at(players)
    picker = _bits(observation, groups + seen.PICKER_GROUP * players, players)
    if picker != 0:
        view[PICKER] = lowest(picker)
    calls = _bits(observation, flags + seen.CALL_BITS, len(seen.SHOWN_CALLS))
    view[CALL] = lowest(calls) if calls != 0 else t.NONE
    suits = _bits(observation, flags + seen.SUIT_BIT, 4)
    if suits != 0 and 0 <= view[CALL] <= 2:
        view[CALLED_SUIT] = lowest(suits)
    view[IS_OPENED] = observation[flags + seen.OPENED_BIT]
    on_side = observation[flags + seen.SIDE_BIT] != 0
    has_sides = observation[flags + seen.KIND_BIT] != 0
    sides = t.SIDES[view[VARIANT]]
    if not has_sides or sides == t.TEAMS:
        view[ROLE] = PICKERS if has_sides else NOBODYS
    elif view[PICKER] == 0:
        view[ROLE] = PICKERS
    elif sides == t.FIRST_PLAYED and num_cards(_bits(observation, groups + seen.REVEALED_GROUP * players, players)) == 0:
        view[ROLE] = NOBODYS
    else:
        view[ROLE] = PARTNERS if on_side else OPPONENTS
    view[TRICKS_WON] = observation[numbers]


@kernel
def _look_at_tricks(observation: np.ndarray, players: int, view: np.ndarray) -> None:
    """The present trick, and what earlier ones tell: suspects, and suits the picker has followed or not."""
    order = int(view[ORDER])
    is_two = players == 2
    order_at = seen.ORDER2_AT if is_two else seen.ORDER_AT
    played_at = seen.PLAYED2_AT if is_two else seen.PLAYED_AT
    units = 4 if t.SIDES[view[VARIANT]] == t.BATTERY else players
    sequence = np.full(t.NUM_CARDS + 1, t.NONE, np.int64)
    for card in range(t.NUM_CARDS):
        if observation[order_at + card] > 0:
            sequence[observation[order_at + card]] = card
    under_order = 0 if is_two else int(observation[seen.numbers_at(players) + 3 * players + seen.UNDER_ORDER])
    led, best, winner, size, points, leader = t.NONE, t.NONE, t.NONE, 0, 0, t.NONE
    suspects = 0
    designated = _designated(view)
    for number in range(1, t.NUM_CARDS + 1):
        card = int(sequence[number])
        is_under = number == under_order
        if card < 0 and not is_under:
            break
        if size == units:
            led, best, winner, size, points, leader = t.NONE, t.NONE, t.NONE, 0, 0, t.NONE
        player = int(view[PICKER]) if is_under else _player_of(observation, played_at, players, card)
        suit = int(view[CALLED_SUIT]) if is_under else int(t.SUIT_OF[order, card])
        if size == 0:
            led, winner, leader = suit, player, player
            suspects |= 1 << player if suit == t.TRUMP else 0
        if player == view[PICKER] and player > 0:
            if size > 0 and suit != led:
                view[VOID_OF_PICKER] |= 1 << led
            elif size > 0 and suit != t.TRUMP:
                view[SHOWN_BY_PICKER] |= 1 << suit
        size += 1
        if is_under:
            continue
        takes = _beats(order, led, card, best)
        if size > 1 and t.CARD_POINTS[card] >= 10:
            to_come = (view[PICKER] - player + players) % players < players - size + 1
            if winner == view[PICKER] or (not takes and to_come):
                suspects |= 1 << player
        if takes:
            best, winner = card, player
        points += int(VALUE[view[IS_COUNTERS], card])
        if designated >> card & 1 and view[FIRST] < 0:
            view[FIRST] = player
    if size == units:
        led, best, size, points = t.NONE, t.NONE, 0, 0
    view[LED], view[BEST], view[WINNER], view[TRICK_SIZE], view[TRICK_POINTS] = led, best, winner, size, points
    view[IS_LAST] = int(size == units - 1)
    view[MATES] = suspects
    view[DESIGNATED] = designated
    view[AFTER] = 0
    for k in range(1, players - size):
        view[AFTER] |= 1 << k
    if is_two:
        view[AFTER] = 0 if size == units - 1 else 0b10


@kernel
def _designated(view: np.ndarray) -> int:
    if t.SIDES[view[VARIANT]] != t.FIRST_PLAYED:
        return 0
    return int(t.DESIGNATED[view[VARIANT]])


@kernel
def _player_of(observation: np.ndarray, at: int, players: int, card: int) -> int:
    for k in range(players):
        if observation[at + t.NUM_CARDS * k + card] != 0:
            return k
    return 0


@kernel
def _beats(order: int, led: int, card: int, best: int) -> bool:
    suit = t.SUIT_OF[order, card]
    if best < 0:
        return bool(suit == led or suit == t.TRUMP)
    if suit != t.SUIT_OF[order, best]:
        return bool(suit == t.TRUMP)
    return bool(t.POWER[order, card] > t.POWER[order, best])


@kernel
def _look_at_mates(observation: np.ndarray, players: int, view: np.ndarray) -> None:
    """Who is known, or thought, to be on the observer's side (9.2)."""
    suspects = int(view[MATES]) & ~1
    groups, numbers = seen.groups_at(players), seen.numbers_at(players)
    revealed = _bits(observation, groups + seen.REVEALED_GROUP * players, players)
    everybody = (1 << players) - 1
    picker = 1 << int(view[PICKER]) if view[PICKER] >= 0 else 0
    known = revealed | picker
    sides = t.SIDES[view[VARIANT]]
    if sides == t.TEAMS:
        view[MATES] = 0b100
    elif view[ROLE] == PICKERS or view[ROLE] == PARTNERS:
        view[MATES] = known & ~1
    elif view[ROLE] == OPPONENTS:
        is_partner_known = revealed & ~picker != 0 or view[CALL] == 3 or view[CALL] >= 6
        if picker != 0 and not is_partner_known:
            known |= suspects
        view[MATES] = everybody & ~known & ~1
    else:
        view[MATES] = 0
    if sides == t.FIRST_PLAYED and num_cards(revealed) == 1 and view[FIRST] >= 0:
        view[ROLE] = NOBODYS
        view[MATES] = 0
    side = 1 | int(view[MATES]) if view[ROLE] != OPPONENTS else everybody & ~known
    most, all_points = -1, 0
    for k in range(players):
        points = int(observation[numbers + players + k])
        all_points += points
        if side >> k & 1:
            view[SIDE_POINTS] += points
        if points > most:
            most, view[BEST_POINTS] = points, k
    if view[PICKER] == 0:
        view[SIDE_POINTS] += points_of(_bits(observation, seen.BURIED_AT, t.NUM_CARDS))
    view[REST_POINTS] = 120 - all_points
    if view[FIRST] >= 0:
        view[FIRST_POINTS] = observation[numbers + players + view[FIRST]]
        view[FIRST_TRICKS] = observation[numbers + view[FIRST]]


@kernel
def _narrow(view: np.ndarray) -> None:
    """Follow suit also where illegal cards are not masked."""
    if view[LED] >= 0:
        following = int(view[LEGAL]) & int(t.CARDS_OF_SUIT[view[ORDER], view[LED]])
        if following != 0:
            view[LEGAL] = following
    suit = int(view[CALLED_SUIT])
    if suit < 0 or view[IS_OPENED] != 0 or view[CALL] == 2:
        return
    called = 1 << int(t.TEN_OF[suit] if view[CALL] == 1 else t.ACE_OF[suit])
    in_suit = int(view[HAND]) & int(t.CARDS_OF_SUIT[view[ORDER], suit])
    legal = int(view[LEGAL])
    if view[PICKER] == 0:
        ace = 1 << int(t.ACE_OF[suit])
        kept = ace if in_suit & ace else (in_suit if num_cards(in_suit) == 1 and view[LED] >= 0 else 0)
    else:
        kept = called & in_suit
    if kept == 0:
        return
    if view[LED] == suit:
        legal = kept if legal & kept else legal
    elif view[LED] < 0:
        legal &= ~(in_suit & ~kept)
    elif legal & ~kept:
        legal &= ~kept
    view[LEGAL] = legal if legal != 0 else view[LEGAL]


# --- Choosing --------------------------------------------------------------------------------------------------------------


@kernel
def choose_card(observation: np.ndarray, action_mask: np.ndarray, view: np.ndarray) -> int:
    """The card to play."""
    legal = int(view[LEGAL])
    if action_mask[t.PLAY_UNDER] != 0 and (legal == 0 or view[LED] == view[CALLED_SUIT]):
        return t.PLAY_UNDER
    if num_cards(legal) == 1:
        return int(lowest(legal))
    if _is_leaster(observation, view):
        return _lead_in_leaster(view) if view[LED] < 0 else _follow_in_leaster(view)
    if view[CALL] == 8:
        return _in_billy(view)
    if view[DESIGNATED] != 0 and view[ROLE] == NOBODYS:
        _time_designated(view)
    if view[LED] >= 0:
        return follow(view)
    return lead(view)


@kernel
def _is_leaster(observation: np.ndarray, view: np.ndarray) -> bool:
    if view[PLAYERS_AT] == 2:
        return False
    return bool(observation[seen.flags_at(int(view[PLAYERS_AT])) + seen.KIND_BIT] == 0)


@kernel
def is_boss(view: np.ndarray, card: int) -> bool:
    """Whether a card is trump and stronger than every unseen one."""
    order = int(view[ORDER])
    if t.SUIT_OF[order, card] != t.TRUMP:
        return False
    top = strongest(order, int(view[UNSEEN]) & int(t.CARDS_OF_SUIT[order, t.TRUMP]))
    return top < 0 or bool(t.POWER[order, card] > t.POWER[order, top])


@kernel
def is_dead(view: np.ndarray, card: int) -> bool:
    """Whether a card is fail and nothing unseen beats it."""
    order = int(view[ORDER])
    suit = int(t.SUIT_OF[order, card])
    if suit == t.TRUMP or int(view[UNSEEN]) & int(t.CARDS_OF_SUIT[order, t.TRUMP]):
        return False
    top = strongest(order, int(view[UNSEEN]) & int(t.CARDS_OF_SUIT[order, suit]))
    return top < 0 or bool(t.POWER[order, card] > t.POWER[order, top])


@kernel
def is_secure(view: np.ndarray, winning: int) -> bool:
    """Whether the trick stays with the side that holds it with this card."""
    return bool(view[AFTER] & ~view[MATES] == 0) or is_boss(view, winning) or is_dead(view, winning)


@kernel
def duck(view: np.ndarray, cards: int) -> int:
    """The cheapest card to lose."""
    order, counted = int(view[ORDER]), int(view[IS_COUNTERS])
    best, least = t.NONE, 1 << 40
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        suit = int(t.SUIT_OF[order, card])
        is_trump = int(suit == t.TRUMP)
        has_more = int(num_cards(int(view[HAND]) & int(t.CARDS_OF_SUIT[order, suit])) > 1)
        key = ((int(VALUE[counted, card]) * 2 + is_trump) * 2 + has_more) * 100 + int(t.POWER[order, card])
        if key < least:
            best, least = card, key
    return best


@kernel
def schmear(view: np.ndarray, cards: int) -> int:
    """The fattest card for a trick of the own side."""
    order, counted = int(view[ORDER]), int(view[IS_COUNTERS])
    best, most = t.NONE, -1
    rest = cards & ~(t.QUEENS | t.JACKS)
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        value = int(VALUE[counted, card])
        key = (value * 2 + int(t.SUIT_OF[order, card] != t.TRUMP)) * 100 + 99 - int(t.POWER[order, card])
        if value >= 4 and key > most:
            best, most = card, key
    return best if best >= 0 else duck(view, cards)


@kernel
def cheapest(view: np.ndarray, cards: int, secure: bool) -> int:
    """The cheapest way to win: a fail card with most points, else the weakest trump, AD and TD first where that is safe."""
    order = int(view[ORDER])
    trumps = int(t.CARDS_OF_SUIT[order, t.TRUMP])
    fail = cards & ~trumps
    if fail != 0:
        return schmear(view, fail)
    fat = 0
    for card in (t.AD, t.AD + 1):
        fat |= 1 << card if trumps >> card & 1 else 0
    if secure and cards & fat:
        return int(lowest(cards & fat))
    return weakest(order, cards)


@kernel
def _weakest_of_longest(view: np.ndarray, cards: int, shortest: bool) -> int:
    """The weakest card of the longest, or the shortest, suit of some cards."""
    order = int(view[ORDER])
    chosen, length = 0, 0
    for suit in range(4):
        in_suit = cards & int(t.CARDS_OF_SUIT[order, suit])
        count = num_cards(in_suit)
        if count > 0 and (length == 0 or (count < length if shortest else count > length)):
            chosen, length = in_suit, count
    return weakest(order, chosen)


@kernel
def lead(view: np.ndarray) -> int:
    """The card to lead (9.5)."""
    if view[IS_COUNTERS] != 0:
        return _lead_for_fox(view)
    if view[PLAYERS_AT] == 2:
        return _lead_alone(view)
    if view[ROLE] == PICKERS:
        return _lead_as_picker(view)
    if view[ROLE] == PARTNERS:
        return _lead_as_partner(view)
    return _lead_as_opponent(view)


@kernel
def _best_trump(view: np.ndarray, trumps: int) -> int:
    """A boss, or the strongest trump that is not fat; NONE with too few."""
    order = int(view[ORDER])
    top = strongest(order, trumps)
    if top >= 0 and is_boss(view, top):
        return top
    if num_cards(trumps) < 2:
        return t.NONE
    lean = trumps & ~(1 << t.AD | 1 << (t.AD + 1))
    return strongest(order, lean) if lean != 0 else weakest(order, trumps)


@kernel
def _dead_card(view: np.ndarray, cards: int) -> int:
    """A fail card that nothing beats, the one with most points; or NONE."""
    best, most = t.NONE, -1
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if is_dead(view, card) and t.CARD_POINTS[card] > most:
            best, most = card, int(t.CARD_POINTS[card])
    return best


@kernel
def _aces(view: np.ndarray, cards: int) -> int:
    """Fail aces outside the called suit."""
    found = 0
    for suit in range(4):
        if suit != view[CALLED_SUIT] or view[IS_OPENED] != 0:
            found |= cards & 1 << int(t.ACE_OF[suit])
    return found & ~int(t.CARDS_OF_SUIT[view[ORDER], t.TRUMP])


@kernel
def _called_suit_cards(view: np.ndarray) -> int:
    suit = int(view[CALLED_SUIT])
    return int(t.CARDS_OF_SUIT[view[ORDER], suit]) if suit >= 0 and view[IS_OPENED] == 0 else 0


@kernel
def _lead_fail(view: np.ndarray, fail: int, legal: int) -> int:
    """A fail ace, else a weak fail card outside the called suit, else what is left."""
    aces = _aces(view, fail)
    if aces != 0:
        return int(lowest(aces))
    others = fail & ~_called_suit_cards(view)
    if others != 0:
        return weakest(int(view[ORDER]), others)
    return weakest(int(view[ORDER]), fail if fail != 0 else legal)


@kernel
def _lead_as_picker(view: np.ndarray) -> int:
    order, legal = int(view[ORDER]), int(view[LEGAL])
    trumps = legal & int(t.CARDS_OF_SUIT[order, t.TRUMP])
    fail = legal & ~trumps
    own = int(view[SIDE_POINTS])
    if own >= 61 and own + view[REST_POINTS] < 91:
        return weakest(order, legal)
    others = fail & ~_called_suit_cards(view)
    may_have_partner = t.SIDES[view[VARIANT]] != t.CUTTHROAT and view[CALL] != 3
    if strength(order, int(view[HAND])) <= 4 and may_have_partner and others != 0:
        return _weakest_of_longest(view, others, False)
    best = _best_trump(view, trumps)
    if best >= 0:
        return best
    dead = _dead_card(view, fail)
    return dead if dead >= 0 else _lead_fail(view, fail, legal)


@kernel
def _lead_as_partner(view: np.ndarray) -> int:
    order, legal = int(view[ORDER]), int(view[LEGAL])
    trumps = legal & int(t.CARDS_OF_SUIT[order, t.TRUMP])
    fail = legal & ~trumps
    if trumps != 0 and num_trumps(order, int(view[UNSEEN])) >= 3:
        best = _best_trump(view, trumps)
        if best >= 0:
            return best
    dead = _dead_card(view, fail)
    return dead if dead >= 0 else _lead_fail(view, fail, legal)


@kernel
def _lead_as_opponent(view: np.ndarray) -> int:
    order, legal = int(view[ORDER]), int(view[LEGAL])
    fail = legal & ~int(t.CARDS_OF_SUIT[order, t.TRUMP])
    called = fail & _called_suit_cards(view)
    if called != 0:
        return duck(view, called)
    for suit in range(4):
        in_suit = fail & int(t.CARDS_OF_SUIT[order, suit])
        if in_suit != 0 and view[SHOWN_BY_PICKER] >> suit & 1 and view[VOID_OF_PICKER] >> suit & 1 == 0:
            return weakest(order, in_suit)
    if view[PLAYERS_AT] <= 4 and _aces(view, fail) != 0:
        return int(lowest(_aces(view, fail)))
    if fail != 0:
        return _weakest_of_longest(view, fail, view[PICKER] == view[PLAYERS_AT] - 1)
    return duck(view, legal)


@kernel
def _lead_alone(view: np.ndarray) -> int:
    """Lead in a two-player game (9.8)."""
    order, legal = int(view[ORDER]), int(view[LEGAL])
    trumps = legal & int(t.CARDS_OF_SUIT[order, t.TRUMP])
    top = strongest(order, trumps)
    if top >= 0 and is_boss(view, top):
        return top
    dead = _dead_card(view, legal & ~trumps)
    if dead >= 0:
        return dead
    fail = legal & ~trumps
    return weakest(order, fail if fail != 0 else legal)


@kernel
def _lead_for_fox(view: np.ndarray) -> int:
    """Lead in `sh24` (9.8)."""
    order, legal = int(view[ORDER]), int(view[LEGAL])
    catchers = legal & t.CATCHERS
    if num_cards(catchers) >= 2 and view[UNSEEN] >> t.AD & 1:
        return strongest(order, catchers)
    fail = legal & ~int(t.CARDS_OF_SUIT[order, t.TRUMP])
    return weakest(order, fail if fail != 0 else legal & ~(1 << t.AD) if legal != 1 << t.AD else legal)


@kernel
def _winning_cards(view: np.ndarray, cards: int) -> int:
    """Those of the cards that take the lead of the trick."""
    found = 0
    rest = cards
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        if _beats(int(view[ORDER]), int(view[LED]), card, int(view[BEST])):
            found |= 1 << card
    return found


@kernel
def _secure_cards(view: np.ndarray, cards: int) -> int:
    """Those of the cards with which the trick would be safe."""
    found = 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if is_secure(view, card):
            found |= 1 << card
    return found


@kernel
def follow(view: np.ndarray) -> int:
    """The card to follow with (9.6)."""
    order, legal, counted = int(view[ORDER]), int(view[LEGAL]), int(view[IS_COUNTERS])
    trumps = int(t.CARDS_OF_SUIT[order, t.TRUMP])
    winners = _winning_cards(view, legal)
    secure = _secure_cards(view, winners)
    points = int(view[TRICK_POINTS])
    winner = int(view[WINNER])
    is_mates = winner == 0 or view[MATES] >> winner & 1 == 1
    if is_mates:
        best = int(view[BEST])
        if best >= 0 and is_secure(view, best):
            return schmear(view, legal)
        if points >= 10 and secure != 0:
            return cheapest(view, secure, True)
        return duck(view, legal)
    if winners == 0:
        return duck(view, legal)
    fail = legal & ~trumps
    is_second = view[TRICK_SIZE] == 1
    if view[ROLE] == PICKERS and is_second and view[LED] != t.TRUMP and fail != 0:
        is_void = int(view[HAND]) & int(t.CARDS_OF_SUIT[order, view[LED]]) == 0
        if is_void and strength(order, int(view[HAND])) <= 4 and _may_have_partner(view):
            return duck(view, fail)
    worth = 0
    rest = secure
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        if points + int(VALUE[counted, card]) >= 10 or trumps >> card & 1 == 0 or _reaches_need(view, points, card):
            worth |= 1 << card
    if worth != 0:
        return cheapest(view, worth, True)
    if view[LED] == t.TRUMP and view[IS_LAST] == 0:
        return duck(view, legal)
    if points >= 10:
        return strongest(order, winners)
    return duck(view, legal)


@kernel
def _may_have_partner(view: np.ndarray) -> bool:
    is_alone = view[CALL] == 3 or view[CALL] >= 6 or t.SIDES[view[VARIANT]] == t.CUTTHROAT
    return bool(not is_alone and view[MATES] == 0)


@kernel
def _reaches_need(view: np.ndarray, points: int, card: int) -> bool:
    """Whether winning the trick brings the own side to its next limit (9.2)."""
    if view[IS_COUNTERS] != 0:
        return True
    own = int(view[SIDE_POINTS])
    after = own + points + int(t.CARD_POINTS[card])
    if view[ROLE] == OPPONENTS:
        return (own < 30 <= after) or (own < 60 <= after) or (own < 90 <= after)
    return (own < 61 <= after) or (own < 91 <= after)


# --- Special games ---------------------------------------------------------------------------------------------------------


@kernel
def _lead_in_leaster(view: np.ndarray) -> int:
    order, legal = int(view[ORDER]), int(view[LEGAL])
    trumps = legal & int(t.CARDS_OF_SUIT[order, t.TRUMP])
    fail = legal & ~trumps
    left = num_cards(int(view[HAND]))
    is_early = left >= int(t.HAND_SIZE[view[VARIANT]]) - 1
    for suit in range(4):
        in_suit = fail & int(t.CARDS_OF_SUIT[order, suit])
        if is_early and in_suit == 1 << int(t.ACE_OF[suit]):
            return int(lowest(in_suit))
    top = strongest(order, trumps)
    if view[TRICKS_WON] == 0 and left <= 2 and top >= 0 and is_boss(view, top):
        return top
    if fail != 0:
        return _weakest_of_longest(view, fail, True)
    return weakest(order, legal)


@kernel
def _fattest(view: np.ndarray, cards: int) -> int:
    """The card with most points, then the strongest."""
    best, most = t.NONE, -1
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        key = 100 * int(t.CARD_POINTS[card]) + int(t.POWER[view[ORDER], card])
        if key > most:
            best, most = card, key
    return best


@kernel
def _follow_in_leaster(view: np.ndarray) -> int:
    order, legal = int(view[ORDER]), int(view[LEGAL])
    winners = _winning_cards(view, legal)
    if view[TRICKS_WON] == 0 and view[IS_LAST] != 0:
        cheap = 0
        for card in range(t.NUM_CARDS):
            if winners >> card & 1 and view[TRICK_POINTS] + t.CARD_POINTS[card] <= 5:
                cheap |= 1 << card
        if cheap != 0:
            return strongest(order, cheap)
    losers = legal & ~winners
    if losers != 0:
        return _fattest(view, losers)
    return strongest(order, legal) if view[IS_LAST] != 0 else weakest(order, legal)


@kernel
def _in_billy(view: np.ndarray) -> int:
    """The soloist dodges; the others stay low."""
    order, legal = int(view[ORDER]), int(view[LEGAL])
    if view[PICKER] != 0 or view[LED] < 0:
        return weakest(order, legal)
    losers = legal & ~_winning_cards(view, legal)
    return strongest(order, losers) if losers != 0 else weakest(order, legal)


@kernel
def _time_designated(view: np.ndarray) -> None:
    """Before the sides exist, play or keep a designated card: what is legal becomes what should be (9.8)."""
    legal = int(view[LEGAL])
    mine = legal & int(view[DESIGNATED])
    others = legal & ~mine
    if mine == 0 or others == 0:
        return
    first = int(view[FIRST])
    if first > 0:
        if view[BEST_POINTS] == first or view[FIRST_POINTS] >= 20:
            view[LEGAL] = mine
        elif view[FIRST_TRICKS] == 0:
            view[LEGAL] = others
    elif first == 0 or view[LED] < 0 or _secure_cards(view, _winning_cards(view, mine)) == 0:
        view[LEGAL] = others
