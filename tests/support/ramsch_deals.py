"""Whole deals of Ramsch as card text, for the tests that name them.

Every deal was found once by a search for the card points, the tricks and the last trick that its
comment names: trick points of forehand F, middlehand M and rearhand R, then those of the skat,
then who won each trick.
"""

from typing import NamedTuple

SUITS, RANKS = "CSHD", "789TJQKA"
PACK = [rank + suit for suit in SUITS for rank in RANKS]


def deck_of(forehand: str, middlehand: str, rearhand: str, skat: str) -> str:
    """The shuffled pack that deals these hands: packets of three, skat, four and three."""
    hands = [hand.split() for hand in (forehand, middlehand, rearhand)]
    rounds = [[card for hand in hands for card in hand[a:b]] for a, b in ((0, 3), (3, 7), (7, 10))]
    return " ".join(rounds[0] + skat.split() + rounds[1] + rounds[2])


def dealt(forehand: str = "", middlehand: str = "", rearhand: str = "", skat: str = "") -> str:
    """The shuffled pack that deals these cards, filled up with the others from 7C to AD."""
    hands = [hand.split() for hand in (forehand, middlehand, rearhand, skat)]
    others = [card for card in PACK if not any(card in hand for hand in hands)]
    for hand, size in zip(hands, (10, 10, 10, 2), strict=True):
        while len(hand) < size:
            hand.append(others.pop(0))
    return deck_of(*(" ".join(hand) for hand in hands))


class Deal(NamedTuple):
    """The cards of one deal, and the thirty of its tricks in the order played."""

    forehand: str
    middlehand: str
    rearhand: str
    skat: str
    plays: str

    @property
    def deck(self) -> str:
        """The shuffled pack."""
        return deck_of(*self[:4])


# 20 45 45, skat 10, RMFMMRRRFR
LOSER_55 = Deal(
    "JS JH 8S 7S AH 8H 7H KD 9D 8D",
    "KC 9C 8C 7C AS TS AD TD QD 7D",
    "JC JD AC TC QC KS QS 9S KH QH",
    "TH 9H",
    "7H KC KH 9S 7S AS 7D KS 9D 8D TD AC TS QS 8S 8C TC 8H QC AH 9C JC JS 7C QH JH AD KD QD JD",
)
# 20 45 45, skat 10, RFFMFRRRMM
M_WINS_LAST = Deal(
    "JS KC 7C AS QH 7H KD QD 9D 7D",
    "JC JD AC 9C 8C TS KS QS 9S 8S",
    "JH TC QC 7S AH KH 9H AD TD 8D",
    "TH 8H",
    "QH TS KH JH JS JD QD 9C 8D KD JC AD 9S 7S AS 7H 8S 9H TD 7D 8C AH KC QS QC 7C AC KS TC 9D",
)
# 20 45 45, skat 10, FMMMRFRRRF
F_WINS_LAST = Deal(
    "JS JD TC QC KS QS 8S AD TD 7D",
    "JC JH AC KC 8C AS 9S KH 7H 9D",
    "9C 7C TS 7S AH QH 8H KD QD 8D",
    "TH 9H",
    "TD 9D 8D AD JC KD KC 9C QC AC 7C TC 7H QH QS 8H JD KH 8S 9S TS QD 7D AS AH KS 8C 7S JS JH",
)
# 0 50 58, skat 12 (a jack in it), MRRMMMMRRR
F_JUNGFRAU = Deal(
    "9C 8C 7C 9S 8S 7S 8H 7H 8D 7D",
    "JD AC TC QC KS TH KH 9H AD QD",
    "JS JH KC AS QS AH QH TD KD 9D",
    "JC TS",
    "7H TH QH JD JH 8S JS 8C KH 9D 7D QD TC KC 9C KS QS 9S QC TD 7C 9H AH 8H AS 7S AD KD 8D AC",
)
# 0 116 0, skat 4, MMMMMMMMMM
M_DURCHMARSCH = Deal(
    "7C QS 9S 8S 7S TH KH 8H AD KD",
    "JC JS JH JD AC TC KC QC AS TS",
    "8C AH QH 9H 7H TD QD 9D 8D 7D",
    "9C KS",
    "KH JD 9H JC QH QS TS 7H 7S AS AH 9S JS 8D 7C JH 7D AD AC 8C 8S QC 9D 8H TC QD TH KC TD KD",
)
# 50 50 12, skat 8, MFFMMFFRMR: M won trick 9, F trick 7 as his last
TIE_50_50 = Deal(
    "JS KC 9C 7C AS QS 8S QH 8H 8D",
    "JC AC TC 8C 7S AH TH 9H TD 7D",
    "JH JD QC TS 9S 7H AD KD QD 9D",
    "KS KH",
    "8H TH 7H 9H QC QH QS 7S 9S 8D TD QD AH TS 9C 8C KD KC AS AC AD 8S TC JD JH JS JC 7D 9D 7C",
)
# 45 45 20, skat 10, FMMMMFFMRR
TIE_45_45 = Deal(
    "KC 7C QS 9S 7S AH QH 9H 9D 7D",
    "JC JS JH JD 8C AS TH KH 7H AD",
    "AC TC QC 9C TS KS 8S 8H KD QD",
    "TD 8D",
    "AH TH 8H 7S AS KS JC KD KC JH 8S QH JS AC 7D 7H TS 9H 9S AD QD 9D JD 9C 8C TC 7C QC QS KH",
)
# 40 40 30, skat 10, RFMMMFFMRR
TIE_40_40_40 = Deal(
    "JC JD AC TC KC QC 9C 9S 7H AD",
    "JS 8C AS KS 7S AH TH KH QH 9H",
    "JH 7C QS 8S TD KD QD 9D 8D 7D",
    "TS 8H",
    "9S 7S QS 8D AD AH 7H TH 8S 9H 9D 9C AS TD KC QH 7C JC TC 8C QD QC JS 7D KS JH JD KD AC KH",
)
# 40 35 31, skat 14, MFMFMMFMRR
SKAT_DECIDES = Deal(
    "JH AC TC 7S AH 9H 8H 7H AD 8D",
    "JS JD KC 9C AS KS QS KH TD QD",
    "JC QC 8C 7C TS 9S 8S QH 9D 7D",
    "TH KD",
    "8H KH QH KC 7C TC 9H JD 8C TD 9D AD 8D QD 7D AS TS 7S QS 8S JH 7H JS 9S KS JC AC QC AH 9C",
)
# 44 44 18, skat 14, FFMMFMFMRR
TIE_44_44 = Deal(
    "JC 7C TS QS 9S AH TH QH AD QD",
    "JD AC AS 7S 8H 7H TD KD 8D 7D",
    "JS JH KC QC 9C 8C 8S KH 9H 9D",
    "TC KS",
    "TS 7S 8S AH 8H 9H QS AS KC TD 9D QD 7D KH AD 7C AC 9C KD JS JC 9S JD 8C 7H JH TH QC QH 8D",
)
# 65 0 40, skat 15, FRRFFFRFFR
M_JUNGFRAU = Deal(
    "JC JD KC QC KS 9S 8S TH 8H 9D",
    "JH AC TC 7C AS 9H 7H TD 8D 7D",
    "JS 9C 8C TS QS 7S AH QH KD QD",
    "KH AD",
    "KC 7C 9C 9D 7D QD KD 8H 8D QH TH 7H JC JH JS JD AS 8C 8S TC TS 7S KS AC QC 9H AH 9S TD QS",
)
# M wins only trick 3, worth nothing, FFM...
M_WINS_TRICK_3 = Deal(
    "AC QC 8C TS QS 8S 8H AD TD 7D",
    "JD 9C 7C 7S TH 9H 7H KD QD 9D",
    "JC JS JH AS KS 9S AH KH QH 8D",
    "TC KC",
    "AD QD 8D AC 7C AH 8C 9C 9S 7S KS QS KH 8H 7H QH 7D 9H JH TS JD JC TD KD JS QC TH AS 8S 9D",
)

# Forehand declares a Grand Hand "with 2"; JH is M's, the skat KC 8H counts 4.
GRAND_WITH_2 = deck_of(
    "JC JS AC TC AS TS AH KH AD 9D",
    "JD 9C 8C 9S 8S 7S 7H QD 8D 7D",
    "JH QC 7C KS QS TH QH 9H TD KD",
    "KC 8H",
)
GRAND_POINTS = (58, 60, 61, 70, 89, 90, 114, 120)  # 114: nine tricks, 120: all ten
_GRAND_PLAYS = (
    "AD 8D KD 9D 7D TD QH KH 7H TS 9S KS AS 7S QS AH JD TH QD QC TC 8S JH AC 9H JS 9C JC 8C 7C",
    "AD 8D KD TS 8S QS 9D QD TD KS AS 9S KH 7H QH AH JD 9H 7S TH AC 7D QC TC 9C 7C JC JS 8C JH",
    "KH 7H 9H TC 9C QC JS JD JH AH 7S QH AS 8S QS 9D 8D TD TH TS 9S KS AC QD 7C AD 8C 7D KD JC",
    "AC 9C QC 9D 7D TD QS TS 7S AD QD KD AS 8S KS KH 7H TH QH AH JD 9S 7C TC 8C 9H JS JC 8D JH",
    "AS 9S QS 9D 7D KD QH AH 7H TS 8S KS AD 8D TD KH 8C TH QC TC 9C AC JD 7C QD JH JS JC 7S 9H",
    "AS 7S KS AD 8D TD AH 7H TH AC 9C 7C JC JD JH KH QD 9H JS 8S QS 9D 7D KD QH TC 8C QC TS 9S",
    "KH 7H QH JC JD JH TS 9S QS AD 8D TD AH 8S 9H JS 7S KD TC 8C 7C 9D QD QC 9C TH AC AS 7D KS",
    "JC JD JH TC 9C QC JS 9S KS AD QD TD AC 8C 7C AH 7H QH KH 8S 9H TS 7S QS AS 8D KD 9D 7D TH",
)
GRAND_PLAYS = dict(zip(GRAND_POINTS, _GRAND_PLAYS, strict=True))
"""By the card points of the declarer, the skat included."""

# "Without 1", 92 card points with the skat KC 8H.
GRAND_WITHOUT_1 = Deal(
    "JS JH AC TC AS TS AH KH AD 9D",
    "JC JD 8C KS QS 7S 9H 7H KD 7D",
    "QC 9C 7C 9S 8S TH QH TD QD 8D",
    "KC 8H",
    "JS JD 8D KH 7H TH QC TC 8C JH JC QH QS 8S AS TS 7S 9S AH 9H 9C AC 7D 7C AD KD TD 9D KS QD",
)
# The same deal: 70 card points, so no schneider.
GRAND_WITHOUT_1_FOR_70 = "TC 8C 7C JS JD TH KH 9H QH JH JC TD 7D 8D AD AS QS 8S TS 7S 9S 9D KD QD KS 9C AH 7H QC AC"
# "With 1"; the skat KC 9H counts 4. Played for 30 card points, and for 31.
GRAND_WITH_1 = deck_of(
    "JC TC 9C 7C KS 8S 7S QH 8H 7D",
    "JH JD AC 8C 9S TH KH KD QD 9D",
    "JS QC AS TS QS AH 7H AD TD 8D",
    "KC 9H",
)
FOR_30 = "7D 9D AD 7H QH KH KD 8D 8H AC QC 7C 9S TS 8S JS JC JD 9C 8C TD TC JH AS TH AH 7S QS KS QD"
FOR_31 = "8S 9S QS AH QH KH JS JC JH 7D QD 8D JD TD 9C AC QC 7C TH 7H 8H 8C AD TC 7S 9D AS TS KS KD"
# "Without 4", no trick; the skat KC QH counts 7.
GRAND_WITHOUT_4 = Deal(
    "9C 8C 7C 9S 8S 7S 8H 7H 8D 7D",
    "JC JH TC TS KS KH TD KD QD 9D",
    "JS JD AC QC AS QS AH TH 9H AD",
    "KC QH",
    "7H KH 9H TD AD 8D JD 8H JH TS AS 9S QC 9C TC KD JS 7D AC 7C JC QD TH 7S KS QS 8S 9D AH 8C",
)


def cards(text: str) -> set[str]:
    """The cards named in a text."""
    return set(text.split())


def cards_of(card_set: int) -> set[str]:
    """Text of the cards in a set of the record, one bit a card."""
    return {card for number, card in enumerate(PACK) if int(card_set) >> number & 1}
