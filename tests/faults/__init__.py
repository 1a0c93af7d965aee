"""Faults put in on purpose: calls of the C library that fail, processes that die, disks, clocks and
networks that misbehave."""
