"""Ramsch and Schieberamsch for three players, as games of their own.

Source: the rules of Skat and Schieberamsch with `game_mode = ramsch_only`: sections 1, 2, 3.4 to 3.9, 4, 5
and 6. Everything there that can occur without bidding is implemented; `kontra_needs_bid` means nothing without bidding and is
left out. Sections are cited by number.

Returns are list points of the match so far, with the tournament's bonuses if they are on; a deal episode is a match of one
deal. Losing a Ramsch costs points, so returns are mostly negative.

| actions | meaning |
|---|---|
| 0 to 31 | a card: pass it on, or play it |
| 32, 33 | `take` or `push` the skat |
| 34, 35 | `grand_hand`, `no_grand_hand` |
| 36 to 39 | `declare_GH`, `GHS` (schneider), `GHZ` (schwarz), `GHO` (ouvert) |
| 40, 41 | `kontra`, `no_kontra` |
| 42, 43 | `raise` (Re, Supra, Hirsch), `no_raise` |
| 44, 45 | `announce_jungfrau`, `no_announce` |
"""

from envs.games.ramsch.actions import ACTIONS
from envs.games.ramsch.hidden import guess, recall
from envs.games.ramsch.observation import num_decisions, observation_layout, observe
from envs.games.ramsch.options import VARIANTS, Options, validate
from envs.games.ramsch.scene import heard, in_words, scene, why_illegal
from envs.games.ramsch.turns import MAX_DECISIONS, PHASES, STATE, deal, legal_actions, step
from envs.games.skat_family.cards import PACK
from envs.games.skat_family.hidden import MEMO_SIZE
from envs.games.skat_family.match import returns, winners
from envs.games.skat_family.observation import hidden_cards
from envs.games.skat_family.state import CARRIED, num_players
