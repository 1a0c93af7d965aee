"""JSON for people who edit it: a line for each member, and for each desk, route and city."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def readable_json(data: Mapping[str, Any]) -> str:
    """An object over several lines.

    >>> print(readable_json({"turn": 1, "routes": {"BRE-HAM": {"house": ["0t"]}}, "desks": [{"keys": 0}], "x": {}}))
    {
      "turn": 1,
      "routes": {
        "BRE-HAM": {"house": ["0t"]}
      },
      "desks": [
        {"keys": 0}
      ],
      "x": {}
    }
    """
    return "{\n" + ",\n".join(f"  {json.dumps(name)}: {_member(value)}" for name, value in data.items()) + "\n}"


def _member(value: object) -> str:
    """One line, unless it holds objects."""
    if isinstance(value, dict) and any(isinstance(inner, dict) for inner in value.values()):
        return "{\n" + ",\n".join(f"    {json.dumps(name)}: {_line(inner)}" for name, inner in value.items()) + "\n  }"
    if isinstance(value, list) and any(isinstance(inner, dict) for inner in value):
        return "[\n" + ",\n".join(f"    {_line(inner)}" for inner in value) + "\n  ]"
    return _line(value)


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
