"""Players whose choices come from a learned network."""

from pathlib import Path

import numpy as np

from agents.policy.file import read_policy
from agents.policy.network import Network
from agents.policy.shipped import policy_path, shipped_policies
from agents.spec import AgentSpecError
from envs.agent import NoLegalActionError
from envs.core.jit import kernel
from envs.core.rng import next_uniform
from envs.game import Game


@kernel
def _most_likely(logits: np.ndarray, action_masks: np.ndarray, actions: np.ndarray) -> int:
    """Take the legal action with the highest logit in each row, the first of equals.

    Returns the first row without a legal action, or -1.
    """
    for i in range(len(logits)):
        best = -1
        for action in range(logits.shape[1]):
            if action_masks[i, action] != 0 and (best < 0 or logits[i, action] > logits[i, best]):
                best = action
        if best < 0:
            return i
        actions[i] = best
    return -1


@kernel
def _drawn(logits: np.ndarray, action_masks: np.ndarray, streams: np.ndarray, actions: np.ndarray) -> int:
    """Draw a legal action in each row, by the softmax of the legal logits, with one number of its stream.

    Returns the first row without a legal action (it and those after it are not drawn), or -1.
    """
    for i in range(len(logits)):
        highest, last = -np.inf, -1
        for action in range(logits.shape[1]):
            if action_masks[i, action] != 0:
                highest, last = max(highest, float(logits[i, action])), action
        if last < 0:
            return i
        total = 0.0
        for action in range(logits.shape[1]):
            if action_masks[i, action] != 0:
                total += np.exp(float(logits[i, action]) - highest)
        left = next_uniform(streams, i) * total
        actions[i] = last
        for action in range(last):
            if action_masks[i, action] != 0:
                left -= np.exp(float(logits[i, action]) - highest)
                if left < 0.0:
                    actions[i] = action
                    break
    return -1


class PolicyAgent:
    """Plays by a network's logits over the legal actions; illegal ones are never chosen.

    How a network's sums are rounded depends on the batch, so that a row whose best actions are equally good may be decided
    differently in another batch. Weights that are loaded into the network later are used from then on.

    Attributes:
        spec: `policy:PATH`, or what it is called where there is no file.
        network: see there.
        greedy: take the likeliest action (and draw nothing); False draws by the probabilities.
    """

    def __init__(self, network: Network, spec: str = "policy", *, greedy: bool = True) -> None:
        """Play by a network at hand."""
        self.network, self.spec, self.greedy = network, spec, greedy

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.ndarray) -> int:
        """See `envs.agent.Agent`."""
        return int(self.act_many(observation[None], action_mask[None], rng)[0])

    def act_many(self, observations: np.ndarray, action_masks: np.ndarray, rngs: np.ndarray) -> np.ndarray:
        """See `envs.agent.Agent`."""
        logits, masks = self.network.logits(observations), np.ascontiguousarray(action_masks, np.int8)
        actions = np.empty(len(logits), np.int64)
        empty = _most_likely(logits, masks, actions) if self.greedy else _drawn(logits, masks, rngs, actions)
        if empty >= 0:
            raise NoLegalActionError(empty)
        return actions

    def probabilities(self, observation: np.ndarray, action_mask: np.ndarray) -> np.ndarray:
        """What it thinks of a decision; see `envs.agent.Agent`. It is the same for greedy play, which takes the likeliest."""
        return np.asarray(self.probabilities_many(observation[None], action_mask[None])[0])

    def probabilities_many(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        """Softmax of the legal logits in each row: float32 [rows, num_actions], zero where an action is illegal.

        Raises:
            NoLegalActionError: a row in which nobody is to move.
        """
        legal = action_masks != 0
        empty = np.flatnonzero(~legal.any(axis=1))
        if len(empty):
            raise NoLegalActionError(int(empty[0]))
        finite = np.nan_to_num(self.network.logits(observations)).astype(np.float64)
        legal_logits = np.where(legal, finite, -np.inf)
        odds = np.exp(legal_logits - legal_logits.max(axis=1, keepdims=True))
        return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)


def load_agent(game: Game, path: str | Path) -> PolicyAgent:
    """The agent of a policy file, or of a policy that comes with the project, at a table.

    Raises:
        AgentSpecError: no path, nor the name of a shipped policy.
        PolicyFileError: the file is damaged or does not fit the game; says why.
    """
    if not str(path):
        names = ", ".join(shipped_policies())
        raise AgentSpecError(f"agent 'policy' needs the file it was saved in, policy:PATH, or the name of one of ours: {names}")
    return PolicyAgent(read_policy(policy_path(str(path)), game)[0], f"policy:{path}")
