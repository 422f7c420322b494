"""Policies that were learned: the network, the file it is kept in, and the agent that plays by it."""
