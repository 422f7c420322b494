"""Schmier for six players in three partnerships, as played for 21 points with 53 cards.

Source: the rules of six-handed Schmier, sections 1 to 7, with every option of section 4; sections are
cited by number. `hand_reward` is `reward` here (`team_delta` is `score`), and the match result of 5.4 is the option
`match_reward`.

What the source leaves open and is settled here: nobody discards more cards than the stock can replace; with no discards
allowed each player still says `done`; a joker that may not be led does not count as a trump that the first lead must be; a
hand that only costs the dealer's team has no bidding team; bids are from 1 to 6.

Returns are what a seat's team has scored: in one hand, or in the match so far.

| actions | meaning |
|---|---|
| 0 to 52 | a card: discard it, keep it (the dealer), or play it |
| 53 to 58 | `bid_1` to `bid_6` |
| 59 | `pass` |
| 60 to 63 | `trump_C`, `trump_D`, `trump_H`, `trump_S` |
| 64 | `done`: no more discards |

`cards` holds the pack, `state` the record, `turns` the course of a hand, whose phases are `bidding`, `exchange` and `play`,
`scoring` and `match` what they earn, `observation` what a seat sees, `hidden` the drawing of what it does not see, `scene`
what people see.
"""

from envs.games.schmier.cards import PACK
from envs.games.schmier.hidden import MEMO_SIZE, guess, num_decisions, recall
from envs.games.schmier.match import returns, winners
from envs.games.schmier.observation import hidden_cards, observation_layout, observe
from envs.games.schmier.options import VARIANTS, Options, for_planning, validate
from envs.games.schmier.scene import heard, in_words, scene, why_illegal
from envs.games.schmier.state import ACTIONS, CARRIED, MAX_DECISIONS, PHASES, STATE, num_players, team_of
from envs.games.schmier.turns import deal, legal_actions, step
