"""Learned policies: the network, the file it is kept in, and the agent that plays by it. Numpy is all that playing needs."""

from agents.policy.agent import PolicyAgent
from agents.policy.file import PolicyFileError, read_policy, write_policy
from agents.policy.network import Architecture, Network

__all__ = ["Architecture", "Network", "PolicyAgent", "PolicyFileError", "read_policy", "write_policy"]
