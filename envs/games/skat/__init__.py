"""Skat with bidding, and Ramsch or Schieberamsch when everybody passes, for three or four at the table.

Source: the rules of Skat and Schieberamsch with `game_mode = skat`, cited by section. Everything there is
implemented. Two cards are discarded or passed on one after the other.

Returns are list points of the match so far, with the tournament's bonuses if they are on; a deal episode is a match of one
deal. A deal that is passed in is a deal with scores of zero (5.4, A23).

With four at the table the dealer sits out: they are never to move, see what is public, and are paid what the rules pay them.

| actions | meaning |
|---|---|
| 0 to 31 | a card: discard it, pass it on, or play it |
| 32 to 94 | `bid_18` to `bid_264`: the 63 possible game values |
| 95, 96 | `pass`, `hold` |
| 97 | `hand`: play without the skat |
| 98, 99 | `take` the skat, `push` it on |
| 100 to 128 | `declare_C` to `declare_NOH`: the contracts |
| 129, 130 | `grand_hand`, `no_grand_hand` |
| 131, 132 | `kontra`, `no_kontra` |
| 133, 134 | `raise` (Re, Supra, Hirsch), `no_raise` |
| 135, 136 | `announce_jungfrau`, `no_announce` |
"""

from envs.games.skat.actions import ACTIONS
from envs.games.skat.hidden import guess, recall
from envs.games.skat.observation import num_decisions, observation_layout, observe
from envs.games.skat.options import VARIANTS, Options, validate
from envs.games.skat.scene import heard, in_words, scene, why_illegal
from envs.games.skat.state import MAX_DECISIONS, STATE
from envs.games.skat.turns import deal, legal_actions, step
from envs.games.skat_family.cards import PACK
from envs.games.skat_family.hidden import MEMO_SIZE
from envs.games.skat_family.match import returns, winners
from envs.games.skat_family.observation import hidden_cards
from envs.games.skat_family.state import CARRIED, PHASES, num_players
