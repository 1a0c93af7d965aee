"""What every entry of a training run's ledger must have: the same members in the same order, of the
kinds that are declared here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hansa.training.ledger import Ledger

KEY = ("setup", "generation")
# By step: the members of its entries. There is a fit for each way of making a candidate.
MEMBERS: Mapping[str, Sequence[tuple[str, ...]]] = {
    "begin": [("game", "recipe")],
    "asked": [("setups", "generations")],
    "positions": [(*KEY, "first_seed", "positions", "seconds")],
    "decisions": [(*KEY, "first_seed", "decisions", "seconds")],
    "fit": [
        (*KEY, "positions", "held_out", "sum_held_out", "net_learned", "net_held_out", "points_error", "seconds"),
        (*KEY, "settings", "seconds"),
        (*KEY, "style", "seconds"),
        (*KEY, "settings", "decisions", "held_out", "visits", "before", "after", "seconds"),
    ],
    "points": [(*KEY, "positions", "held_out", "error_before", "error", "seconds")],
    "taste": [(*KEY, "round", "number", "seed", "worth")],
    "round": [(*KEY, "round", "mean", "best", "next")],
    "policy": [("generation", "setups", "decisions", "learned", "seconds")],
    "speed": [(*KEY, "candidate", "rival")],
    "block": [(*KEY, "seed", "share", "styles")],
    "pool": [(*KEY, "rival", "seed", "share")],
    "verdict": [(*KEY, "accepted", "blocks", "share", "plus_minus", "elo", "loses_to")],
}
KINDS = {
    "setup": str, "generation": int, "positions": int, "decisions": int, "held_out": int, "seed": int, "first_seed": int,
    "seconds": float, "blocks": int, "worth": float, "mean": float, "recipe": dict, "settings": dict, "styles": list,
    "rival": (str, int), "accepted": bool, "elo": (int, type(None)), "loses_to": (str, type(None)), "style": str,
}


def steps_of(ledger: Ledger) -> list[str]:
    """The steps of a ledger in the order in which each came first, once all of its entries have
    been looked at."""
    for entry in ledger.entries:
        step, *members = entry
        assert step == "step" and tuple(members) in MEMBERS[entry["step"]], entry
        for name in KINDS.keys() & entry.keys():
            assert isinstance(entry[name], KINDS[name]), f"{name} of {entry}"       # type: ignore[arg-type]
    return list(dict.fromkeys(entry["step"] for entry in ledger.entries))


def cut_after(ledger: Ledger, step: str) -> None:
    """The file as a run leaves it that is killed after the first entry of a step."""
    lines = ledger.path.read_bytes().splitlines(keepends=True)
    last = next(place for place, entry in enumerate(ledger.entries) if entry["step"] == step)
    ledger.path.write_bytes(b"".join(lines[: last + 1]))
