"""Sheepshead: the whole family, two to eight players.

Source: the rules of Sheepshead. All 27 variants of its section 6 are here, as rows of one table
(`variants.ROWS`), all options of its section 4, and every way of scoring of its section 5. Sections are cited by number.

Returns are units won so far, times `base_unit`; in `p4_5` and `sh24` match points. A deal episode is one hand that is scored, a
match a sitting of `hands_per_sitting` hands, or the match of `p4_5` and `sh24` to its target.

Deviations:

- Where the rules skip players who do not qualify (redeal claim, blitz, exchange, extra calls, calling up a jack) everybody is
  asked in order, with one answer if there is no choice, so that being asked shows nothing.
- The under card is chosen after the call, an automatic buck is shown by who holds it: a decision each.
- A deck has 34 cards; those that a variant has not are skipped. Where the two sixes lie in it is the die of `p7_4` and `p7_6`;
  the full pack of a showdown is shuffled by numbers that the deck decides.
- The rest cannot be claimed before the sides of `p4_3b`, `p4_3c` and `p8_3` exist.
- Doublers beyond 15 in a row and shares of the pot beyond a million do not count.
- An episode of one hand leaves the pot on the table; a match settles it.

| actions | meaning |
|---|---|
| 0 to 33 | a card: play it, bury it, lay it face down, give it or return it |
| `pass`, `pick`, `pick_0` to `pick_4`, `nuclear` | the answers to the blind |
| `leaster`, `doubler`, `schwanzer` | what the dealer chooses instead |
| `claim_redeal`, `no_claim`; `blitz_black`, `blitz_red`, `no_blitz`; `auto_buck` | before the pick |
| `call_AC` to `call_TH`, `unknown_C`, `self_C`, `alone`, `call_up`, `silent` | the call |
| `crack`, `no_crack`, `recrack`, `no_recrack` | doubling |
| `solo_best`, `solo_side_C`, `solo_billy` | bids of `p4_5`, with `call` and `pass` |
| `keep`; `call_extra`, `stop` | the exchange of `p6_4` is declined; extra calls of `p8_2` |
| `play_under`, `claim_rest`, `name_trick_1` to `name_trick_10` | during play; the trick that gets the blind |
"""

from envs.games.sheepshead.actions import ACTIONS, MAX_DECISIONS, PHASES
from envs.games.sheepshead.allowed import preset_for, validate
from envs.games.sheepshead.cards import PACK
from envs.games.sheepshead.hidden import guess
from envs.games.sheepshead.history import MEMO_SIZE, fits, num_decisions, recall
from envs.games.sheepshead.layout import observation_layout
from envs.games.sheepshead.match import returns, winners
from envs.games.sheepshead.observation import hidden_cards, observe
from envs.games.sheepshead.opening import deal
from envs.games.sheepshead.options import VARIANTS, Options, for_planning, team_of
from envs.games.sheepshead.scene import heard, in_words, scene, why_illegal
from envs.games.sheepshead.state import CARRIED, STATE, num_players
from envs.games.sheepshead.turns import legal_actions, step
