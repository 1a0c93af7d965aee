"""Files that a browser sends: the server reads them as `hansa convert` does."""

from __future__ import annotations

import json

from hansa.notation import write_game
from hansa.record import Record, play_random
from hansa.state import State
from tests.skid_beside import position
from tests.skid_program import Program
from tests.talk import Talk


def test_files_are_read_as_hansa_convert_reads_them(host: Talk) -> None:
    """The save of another program with its remarks, in the language of the page; games in notation,
    one of which is chosen; a setup; what is wrong with a file that is none of them."""
    program = Program()
    program.act("income")
    save = {"id": "7f", "state": json.dumps(program.saved())}
    answer = host.ask("load", text=json.dumps(save, indent=1))
    assert State.from_json(answer["state"]) == position(program)
    assert answer["remarks"][0].startswith("players have the colours of their order: Red is 'Player 0', there Yellow")
    assert "white for a trader as office 1 of Luneburg" in answer["remarks"][1]
    host.ask("hello", lang="de")
    assert "Weiß für einen Händler" in host.ask("load", text=json.dumps(save))["remarks"][1]
    host.ask("hello", lang="en")
    assert host.ask("load", text=json.dumps(save | {"state": program.saved() | {"turn": -1}}))["error"]["code"] == "bad-state"
    records = [play_random({"board": board, "players": 3}, seed=3, limit=20) for board in ("east", "hansa-23")]
    games = "\n".join(map(write_game, records))
    for number, record in enumerate(records, 1):
        answer = host.ask("load", text=games, number=number)
        assert answer["of"] == 2
        assert host.ask("open", game=answer["game"])["table"]["board"] == record.setup["board"]
        assert Record.from_json(host.ask("record")["record"]).moves == record.moves
    assert host.ask("load", text='{"board": "hansa-23", "players": 3, "seed": 7}')["state"]["turns"] == 0
    assert host.ask("load", text='{\n "board": "east",')["error"]["message"].startswith("no JSON")
    assert host.ask("load", text='[Board "nowhere"]')["error"]["code"] == "bad-notation"
