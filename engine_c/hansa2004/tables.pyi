from typing import Any

class Tables:
    name: str
    def __init__(self, data: dict[str, Any]) -> None: ...
