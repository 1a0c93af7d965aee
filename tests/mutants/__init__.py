"""Mutation testing of the house: small faults put into a copy, one at a time
(`python -m tests.mutants --help`)."""
