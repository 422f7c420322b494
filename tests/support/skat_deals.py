"""Whole deals of Skat with forehand as declarer, as card text, for the tests that name them.

Every deal was found once by a search. It holds the hands of forehand, middlehand and rearhand, the skat, and some ways to play
it by forehand's card points (the skat included) if forehand discards the two cards that were dealt to the skat. The comment
tells who won each trick.
"""

from typing import NamedTuple

from ramsch_deals import deck_of


class Declared(NamedTuple):
    """The cards of one deal, and the cards of its tricks in the order played, by the declarer's card points."""

    forehand: str
    middlehand: str
    rearhand: str
    skat: str
    plays: dict[int, str]

    @property
    def deck(self) -> str:
        """The shuffled pack."""
        return deck_of(*self[:4])


D_WITH_1 = Declared(
    "JC JH TC 9S 8S QH 8H AD TD KD",
    "JS JD KC QC 8C KS QS TH KH 9H",
    "AC 9C 7C AS TS 7S AH 7H QD 9D",
    "8D 7D",
    {
        # RMMFFRRFFF
        60: "8H TH AH 7S 8S KS JS 9D JH 8C 7C TC JC JD QD 9S QS TS AC QH KC 9C KD QC TD 9H 7H AD KH AS",
        # FFFFFRRMRR
        61: "JC JS 9D JH JD QD AD 8C AH TD TH 7S KD KC 7C TC QC AC 9C 8S KS 7H 8H KH QS AS 9S TS QH 9H",
        # RFFFFMFFMM
        85: "8S QS AS QD JC JS JH JD 9D AD 8C AH TD 9H AC 8H KH 7H QC 7C TC KD KC TS QH TH 9C KS 7S 9S",
        # MMFMMRFFFF
        90: "8H 9H 7H JS 9D KD 8C 9C TC 8S QS 7S QC 7C 9S KC AC QH AH TD KH JC JD QD AD KS TS JH TH AS",
    },
)

H_WITHOUT_2 = Declared(
    "JH JD 9S AH TH QH 8H TD KD QD",
    "JS AC TC KC 9C 8S 7S 9H 7H AD",
    "JC 8C 7C AS TS KS QS KH 9D 7D",
    "QC 8D",
    {
        # RMRRMFFFFF
        70: "9S 8S AS KH JH JS 7S QS QD JC JD 9H 7D TD AD 7H TS AH 8H 9C 7C TH KC KS QH TC 9D KD AC 8C",
    },
)

S_WITH_2 = Declared(
    "JC JS TC 9C AS TS KS QS 9S 8H",
    "JH AC KC QC 8S 7S AH QD 8D 7D",
    "JD 8C 7C TH KH QH 7H AD TD KD",
    "9H 9D",
    {
        # RMMFFFFFFF
        92: "TS 7S JD 7H 8H AH JH 7C QS 8S TD JC KS AC AD JS KC TH AS QD KH 9S QC KD 9C 8D 8C TC 7D QH",
    },
)

C_WITH_2 = Declared(
    "JC JS AC TC KC QC 9C KH QD 7D",
    "7C AS KS QS 9S 8S 7S TH KD 9D",
    "JH JD 8C TS 9H 8H 7H AD TD 8D",
    "AH QH",
    {
        # RRFMFMFFFF
        95: "9C 7C JH JD QC 9D 8C JS AS 7D KD 8D 7S TS JC KH TH 9H 8S TD TC KC 9S AD QD QS 8H AC KS 7H",
    },
)

S_WITH_1 = Declared(
    "JC JH AS TS 9S 7S KH 9H AD QD",
    "JS AC KC 7C AH 8H TD KD 8D 7D",
    "JD TC QC 9C KS 8S TH QH 7H 9D",
    "8C QS",
    {
        # FRFFMFFFMM
        60: "JC JS JD 9S 7D KS 8S JH 7C AS 8D TC 9H AH TH 8H QH KH TS KD QC 7S KC 7H QD TD 9D AC 9C AD",
        # FFMFFMRFFF
        61: "JC JS JD AS AC KS 9H AH TH 8H QH KH TS 7D 8S QD TD 9D KC TC AD QC 9S 7C JH KD 9C 7S 8D 7H",
        # FFMMRRFFFF
        70: "9H 8H 7H QD 7D 9D KH AH TH JS 8S 7S 7C TC AD JD 9S 8D QH TS KC AS KD KS JH TD QC JC AC 9C",
    },
)

C_WITH_1 = Declared(
    "JC JH AC TC KC 9C KH 8H AD TD",
    "JS 8C TS QS 7S TH 7H KD 9D 8D",
    "JD 7C AS KS 9S AH QH 9H QD 7D",
    "QC 8S",
    {
        # FMRRMFFFFF
        55: "JC 8C JD JH JS 7C 7S AS 8H AH KH TH KS AD TS KD QD TD 9C 7H QH KC 8D 9H TC QS 7D AC 9D 9S",
        # MFFFRRFFFF
        85: "TC JS JD 8C 7C AC JC TH 7D KC TS AH 8H 7H QH AS KH QS 9H JH KD 9C 9D KS TD 8D QD AD 7S 9S",
        # FMFMMFFFFF
        90: "JC 8C 7C JH JS JD 7S AS AC 8H TH 9H TS 9S KH 7H QH 9C TD 8D 7D AD 9D QD KC KD KS TC QS AH",
    },
)

H_WITH_1 = Declared(
    "JC JD 7C QS KH 9H 8H AD KD 7D",
    "JS JH KC QC KS 8S AH TD 9D 8D",
    "AC 9C 8C AS TS 9S 7S TH QH 7H",
    "TC QD",
    {
        # MRMFRFRFMM
        28: "7C KC 8C 8D TH 7D QH 9H JH 9D 7S KD QS 8S AS 9C JC QC AD TD 7H 9S JD KS 8H AH AC JS TS KH",
        # MRMFMMRMFF
        30: "9H AH TH QC AC 7C QH 8H JH 8S 7S QS KH JS 7H 8D AS 7D KS TS AD 8C KD KC 9D 9C JD JC TD 9S",
        # RMRMRMFMFF
        31: "7C QC AC TH 8H JH KS AS QS 9C 7D KC 8S TS AD QH 9H AH 8D 9S KD KH JS 7H 9D 8C JC JD TD 7S",
    },
)

C_WITHOUT_2 = Declared(
    "JH JD AC TC KC QC KS QS 8S 8D",
    "JC JS 8C TS 7S AH KH 8H TD 7D",
    "9C 7C AS 9S TH QH 7H AD QD 9D",
    "9H KD",
    {
        # RFMMFFFMRF
        50: "8S TS AS 9C QC 8C TC JC 7C JS AD KC KH TH JH AC 7D 7H QS 7S 9S 8D TD QD 8H QH KS 9D JD AH",
        # RMMRMFFFFF
        66: "8D TD AD 9C QC JC JS 7C JH 7S AS 8S 9S QS TS 8C 7H KC KS AH TH TC 8H QD AC KH QH JD 7D 9D",
    },
)

C_JC_IN_SKAT = Declared(
    "JH JD AC TC KC QC AS KS 9S QD",
    "JS 9C 8C TS AH TH QH 8H KD 9D",
    "7C QS 8S 7S KH 9H 7H AD TD 7D",
    "JC 8D",
    {
        # MFFFMMRFFM
        74: "JH JS 7C TH 7H JD AC 9C AD TC 8C TD 9S TS QS QH 9H AS 8H KH KS 7S QC 9D KC AH 8S QD KD 7D",
        # FFMFMFFFFF
        95: "AC 8C 7C JH 9C 7S JD JS AD 9D 7D QD 9S TS 8S AH KH TC KS 8H QS AS TH 7H KC QH TD QC KD 9H",
    },
)

# Null: no trick for forehand, and the fourth one; by the number of tricks.
NULL = Declared(
    "9C 8C 7C 8S 7S TH 8H 7H 9D 7D",
    "JC JD AC TC TS KH AD KD QD 8D",
    "JS QC AS KS QS 9S AH QH 9H TD",
    "JH KC",
    {
        # MMMF
        1: "7D AD TD AC QC 8C TC AH 7C 8D 9S 9D",
        # RRMRRRRRRR
        0: "7C TC QC AH 7H KH 9S 7S TS 8D TD 7D AS 8S JD JS 9D AC KS TH AD 9H 8H JC QS 8C QD QH 9C KD",
    },
)

G_WITH_2 = Declared(
    "JC JS AC TC KC QC AS TS AH AD",
    "JH JD 9C 9S 9H TD KD QD 9D 8D",
    "8C 7C KS QS 8S 7S QH 8H 7H 7D",
    "TH KH",
    {
        # FFFMMFFFMF
        75: "QC 9C 8C KC 9S 7C AD TD 7D TC JH KS QD QH TS 8D 7S JC AC 9D 8H AS 9H 8S AH JD 7H KD QS JS",
        # FMFFFFFFFF
        114: "QC 9C 7C KC JH 8C 8D 7D AD JC JD KS TC TD 7H TS 9S 8S JS 9H 7S AC KD 8H AS 9D QS AH QD QH",
        # FFFFFFFFFF
        120: "JC JH 7D TC 9C 7C JS JD 7H QC 8D 8C AC TD 8S KC 9S QS AD KD 7S TS 9D KS AH 9H QH AS QD 8H",
    },
)

G_WITH_4 = Declared(
    "JC JS JH JD AC TC KC 8C AS KH",
    "QC 7C KS QS 7S QH 9H 8H AD QD",
    "9C 8S AH TH 7H TD KD 9D 8D 7D",
    "TS 9S",
    {
        # FRFFFRMFFF
        90: "JC 8H AH 8C 7C 9C 7D JS AD AS KS 8S KC QC 7H KH QH TH 9D TC QD 7S 8D JH AC QS TD JD 9H KD",
        # FFFFFFFFFF
        120: "JC AD AH KC QC 9C AS 7S 8S 8C 7C TD JS KS TH KH QH 7H AC 8H KD JD QS 7D TC QD 8D JH 9H 9D",
    },
)

C_WITHOUT_1 = Declared(
    "JS 8C 7C 9S 8S 7S QH 8H 7H 9D",
    "JH JD TC QC AH 9H AD TD 8D 7D",
    "JC AC KC 9C AS TS KS QS KD QD",
    "TH KH",
    {
        # RMMMMMRRRR
        14: "JS JD JC AC 7C JH TD KD 9D AD QD 7S TC 9C 8C 9H QS 8H QC KC 7H AS 8S AH TS 9S 7D KS QH 8D",
    },
)

G_WITHOUT_4 = Declared(
    "AC TC KC 9C AS TS 8S AH TD 8D",
    "JC JS JH JD 7C KS 9H 8H AD QD",
    "QC 8C QS 9S KH QH 7H KD 9D 7D",
    "7S TH",
    {
        # MMMMFFFFMR
        61: "8D AD 7D JD QC AC JC KH AS JS KD 8S 9H 7H AH TC 7C 8C TD QD 9D TS KS QS KC JH 9S 8H QH 9C",
    },
)

C_WITH_11 = Declared(
    "JC JS JH JD AC TC KC QC 9C 8C",
    "AS TS KS QS 8S TH 9H KD 9D 8D",
    "9S 7S AH QH 8H 7H AD TD QD 7D",
    "7C KH",
    {
        # FFFFFFFFFF
        120: "8C AS 7D JC TH QD JS TS 7H 9C QS QH JH KS 7S KC KD AH QC 9D 8H JD 9H AD TC 8D TD AC 8S 9S",
    },
)

G_WITH_1 = Declared(
    "JC JH AC TC KC QC AS TS AH AD",
    "JS JD 7C QS 9S 9H 7H TD QD 9D",
    "9C 8C KS 8S 7S TH KH QH 8H KD",
    "8D 7D",
    {
        # FFFFMFMFFF
        85: "QC 7C 9C KC 7H 8C AD TD KD AS QS KS TC JS 8S 9S 7S TS AC JD TH QD KH JH JC 9D 8H AH 9H QH",
        # FFMFFFMFFF
        100: "QC 7C 9C AH 7H TH JH JS 7S QD KD AD AS 9S KS KC TD 8C TC JD KH QS 8S TS AC 9H QH JC 9D 8H",
        # FFFFFFFFFF
        120: "JC JS 7S JH JD 8S QC 7C 8C AC 7H 9C AS 9S KS KC 9H 8H AH 9D KH TC TD TH TS QS QH AD QD KD",
    },
)

H_JC_IN_SKAT = Declared(
    "JH JD AC TC QC KS AH TH KH 9D",
    "AS TS 8S 7S QH 8H 7H AD QD 7D",
    "JS KC 9C 8C 7C QS 9S 9H KD 8D",
    "JC TD",
    {
        # RMRMFFFFFF
        80: "JH QH JS 8C AC 8H QD KD 9D 9S KS AS 7H 9H TH JD AD KC AH TS QS KH 8S 9C TC 7D 7C QC 7S 8D",
    },
)

D_WITH_3 = Declared(
    "JC JS JH AC TC AD TD KD QD 9D",
    "KC 9C 7C TS KS QS 8S 7S 7H 7D",
    "JD QC 8C AS 9S TH KH 9H 8H 8D",
    "AH QH",
    {
        # FFFFFFFFFF
        120: "JC 7D 8D JS TS JD TC KC 8C JH 9C AS AC 7C QC AD 8S 9H 9D KS TH TD QS KH KD 7H 8H QD 7S 9S",
    },
)
