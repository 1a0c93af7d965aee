"""What of JSON Schema our schemas use, checked in plain Python; a word that is not known here is an
error."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]
SAID = {"$schema", "$defs", "title", "description"}      # what demands nothing
TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,),
    "null": (type(None),),
}


def problems(value: object, schema: Schema, definitions: Schema, where: str = "it") -> Iterator[str]:
    """What of a value is not as a schema says."""
    unknown = set(schema) - SAID - set(CHECKS) - {"properties", "required", "additionalProperties"}
    assert not unknown, f"this validator does not know {unknown}"
    if "$ref" in schema:
        yield from problems(value, definitions[schema["$ref"].removeprefix("#/$defs/")], definitions, where)
    for word, fits in CHECKS.items():
        if word in schema and word not in ("$ref", "items", "anyOf", "oneOf") and not fits(value, schema[word]):
            yield f"{where} does not fit {word} {schema[word]}"
    for word, most in (("anyOf", math.inf), ("oneOf", 1)):
        if word in schema and not 1 <= sum(is_valid(value, each, definitions) for each in schema[word]) <= most:
            yield f"{where} fits none, or too many, of {word}"
    if isinstance(value, list) and "items" in schema:
        for number, item in enumerate(value):
            yield from problems(item, schema["items"], definitions, f"{where}[{number}]")
    if isinstance(value, dict):
        known = schema.get("properties", {})
        yield from (f"{where} lacks {name}" for name in schema.get("required", ()) if name not in value)
        if schema.get("additionalProperties") is False:
            yield from (f"{where} has an unknown member {name!r}" for name in value if name not in known)
        for name, item in value.items():
            if name in known:
                yield from problems(item, known[name], definitions, f"{where}.{name}")


def is_valid(value: object, schema: Schema, definitions: Schema) -> bool:
    """Whether a value is as a schema says."""
    return next(problems(value, schema, definitions), None) is None


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


CHECKS: Mapping[str, Any] = {
    "$ref": None, "items": None, "anyOf": None, "oneOf": None,
    "type": lambda value, name: isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool)),
    "const": lambda value, wanted: type(value) is type(wanted) and value == wanted,
    "enum": lambda value, wanted: any(type(value) is type(each) and value == each for each in wanted),
    "minimum": lambda value, least: not _is_number(value) or (value >= least and math.isfinite(least)),
    "maximum": lambda value, most: not _is_number(value) or value <= most,
    "maxLength": lambda value, most: not isinstance(value, str) or len(value) <= most,
    "maxItems": lambda value, most: not isinstance(value, list) or len(value) <= most,
}
