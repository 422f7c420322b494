"""Tables to look at: made-up scenes of any size, and what a seat sees when all it cannot see is dealt anew."""

import json
from typing import Any

import numpy as np

from envs.core.scene import Scene, Seat, face_down

PACK = [rank + suit for suit in "CHSD" for rank in "AKQJT98765432"]


def made_up(num_players: int, num_cards: int, viewer: int | None = 0, *, is_over: bool = False, battery: int = 0) -> Scene:
    """A table at which there is something everywhere."""

    def cards(start: int, count: int) -> tuple[str, ...]:
        return tuple(PACK[(start + i) % len(PACK)] for i in range(count))

    seats = tuple(
        Seat(
            player,
            cards(7 * player, num_cards) if viewer in (None, player) else face_down(num_cards),
            roles=("dealer", "picker") if player == 1 else ("partner",) if player == 3 else (),
            notes=("bid 33", "passed") if player % 2 else (),
            open_cards=cards(30, battery),
            put_away=("TC", "AH") if viewer in (None, player) else (),
            tricks=player,
            card_points=10 * player,
            team=player % 3 if num_players == 6 else player,
            total=-7.5 * player,
            score=12.0 - player if is_over else None,
        )
        for player in range(num_players)
    )
    trick = tuple(((i + 1) % num_players, PACK[(5 * i + 3) % 52]) for i in range(num_players - 1))
    last = tuple(((i + 1) % num_players, PACK[(11 * i + 3) % 52]) for i in range(num_players))
    return Scene(
        phase="over" if is_over else "play",
        headline="player_1 picks and calls the ace of clubs",
        seats=seats,
        to_move=-1 if is_over else 0,
        viewer=viewer,
        question="" if is_over else "play a card",
        trick=() if is_over else trick,
        last_trick=last,
        last_winner=2 % num_players,
        piles=(("blind", face_down(2)), ("stock", face_down(17))),
        facts=(("deal", "3 of 36"),),
    )


def dealt_anew(game: Any, state: Any, seat: int, rng: np.random.Generator) -> Any:
    """A table at which a seat knows just what it knows here, and all else is drawn anew."""
    world = game.determinize(game.observe(state, seat), int(rng.integers(2**40)))
    again = game.deal(
        seed=0,
        deck=world.deck.tolist(),
        dealer=(int(world.dealer) + seat) % game.num_players,
        carry=json.loads(game.to_text(world)).get("match"),
    )
    for action in world.log[: world.log_length]:
        game.step(again, int(action))
    return again


def heard_so_far(game: Any, state: Any, seat: int) -> list[tuple[int, str]]:
    """What a seat has noticed of the others in a deal: who, and what."""
    record = json.loads(game.to_text(state))
    again = game.deal(seed=0, deck=record["deck"].split(), dealer=record["dealer"], carry=record.get("match"))
    heard = []
    for action in state.log[: state.log_length]:
        heard.append((game.current_player(again), game.heard(again, seat, int(action))))
        game.step(again, int(action))
    return [(who, what) for who, what in heard if what and who != seat]
