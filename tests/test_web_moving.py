"""What moves by itself at a table of the page, without a server: bots, chance, alarms, and the
clocks of people through a whole life of theirs."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from hansa.annotations import Note
from hansa.table.games_folder import GameFile
from hansa.table.session import CHANCE, HUMAN, Session, TableError
from hansa.web.access_keys import Access
from hansa.web.chairs import Chair
from hansa.web.clocks import Clocks
from hansa.web.moving import STAND_IN, MovingTables, bots_think
from hansa.web.pushes import ShownClocks
from hansa.web.table import Looker, Table
from tests.patience import wait_until

SETUP = {"board": "hansa-23", "players": 2}


class Room:
    """Tables that move, and what is heard of them."""

    def __init__(self) -> None:
        self.kept: list[int] = []               # plies of games that were written
        self.told: list[int] = []               # plies that somebody who looks on was shown
        self.stand_ins: list[tuple[int, str]] = []
        self.mover = MovingTables(2, self.keep, self.stand_in)

    async def keep(self, table: Table) -> None:
        """Stands for a file."""
        self.kept.append(table.session.plies)

    async def stand_in(self, table: Table, seat: int, spec: str) -> None:
        """Stands for a bot that takes a seat."""
        self.stand_ins.append((seat, spec))

    def table(self, seats: tuple[str, ...], *, chairs: tuple[Chair, ...] = (Chair(), Chair()), **more: Any) -> Table:
        """A table with somebody who looks on."""
        session = Session(more.pop("setup", SETUP), seats, seed=3)
        table = Table("game", session, GameFile(Path("nowhere")), chairs, **more)

        async def look() -> None:
            self.told.append(table.session.plies)

        table.lookers.add(Looker(Access(), look, lambda message: None))
        return table


@pytest.fixture
def room() -> Iterator[Room]:
    """A room whose bots end with the test."""
    found = Room()
    yield found
    found.mover.close()
    wait_until(lambda: not bots_think(), "the end of what bots think")


def played(scene: Callable[[], Awaitable[None]]) -> None:
    """Something that happens."""
    asyncio.run(scene())        # type: ignore[arg-type]


def test_bots_move_until_a_person_is_asked(room: Room) -> None:
    async def scene() -> None:
        table = room.table(("random", HUMAN))
        room.mover.go_on(table)
        first = table.runner
        room.mover.go_on(table)
        assert table.runner is first            # one is enough
        assert first is not None
        await first
        plies = table.session.plies
        assert plies > 0 and table.session.waits_for == HUMAN and table.session.state.to_move == 1
        assert room.kept == room.told == list(range(1, plies + 1))
        room.mover.go_on(table)
        assert table.runner is not first        # the first is done

    played(scene)


def test_a_pause_moves_nothing_and_a_step_one(room: Room) -> None:
    async def scene() -> None:
        fresh = room.table(("random", "random"), pace=None)
        room.mover.begin_step(fresh)
        assert fresh.runner is not None
        await fresh.runner
        assert fresh.session.plies == 1
        room.told.clear()
        room.kept.clear()
        table = room.table(("random", "random"), pace=None)
        room.mover.go_on(table)
        assert table.runner is not None
        await table.runner
        assert table.session.plies == 0 and room.told == []
        room.mover.begin_step(table)
        stepping = table.runner
        room.mover.begin_step(table)
        assert table.runner is stepping
        await stepping
        assert table.session.plies == 1 and room.kept == room.told == [1]
        room.mover.begin_step(table)
        await table.runner
        assert table.session.plies == 2

    played(scene)


def test_beginning_anew_ends_a_pause_but_no_thought_that_is_wanted(room: Room) -> None:
    async def scene() -> None:
        table = room.table(("random", HUMAN), pace=None)
        for thinking, choosing, locked, ended in (
            (True, True, False, True), (False, True, False, False), (False, False, False, True), (True, False, True, False),
        ):
            asleep = table.runner = asyncio.create_task(asyncio.sleep(600))
            if choosing:
                await table.choosing.acquire()
            if locked:
                await table.lock.acquire()
            room.mover.begin_anew(table, thinking=thinking)
            await asyncio.sleep(0)
            assert asleep.cancelled() is (table.runner is not asleep) is ended, (thinking, choosing, locked)
            assert asyncio.isfuture(table.runner)
            asleep.cancel()
            for lock in (table.choosing, table.lock):
                if lock.locked():
                    lock.release()

    played(scene)


def test_where_nothing_moves_there_is_nothing_to_end(room: Room) -> None:
    async def scene() -> None:
        table = room.table(("random", HUMAN), pace=None)
        room.mover.begin_anew(table)
        assert asyncio.isfuture(table.runner)

    played(scene)


def test_a_bot_that_fails_ends_the_moves_and_is_blamed(room: Room) -> None:
    async def scene() -> None:
        table = room.table(("random", HUMAN))
        with patch.object(table.session, "choice", side_effect=TableError("it is broken")):
            room.mover.go_on(table)
            assert table.runner is not None
            await table.runner
        assert (table.fault, table.pace, table.session.plies) == ("it is broken", None, 0)
        assert room.told == [0] and room.kept == []
        table.pace = 0.0
        room.mover.go_on(table)
        await table.runner
        assert table.fault == "" and table.session.plies > 0

    played(scene)


def test_a_choice_that_nobody_wants_any_more_is_forgotten(room: Room) -> None:
    """A person has moved or taken back, or a bot failed about a position that is gone."""
    async def scene() -> None:
        table = room.table(("random", HUMAN))
        choose = table.session.choice

        def meanwhile() -> Any:
            assert bots_think()
            table.session.step(choose())
            return choose()

        def too_late() -> Any:
            table.session.step(choose())
            raise TableError("it is broken")

        with patch.object(table.session, "choice", side_effect=meanwhile):
            await room.mover.step(table)
        assert (table.session.plies, room.kept, room.told) == (1, [], [])
        with patch.object(table.session, "choice", side_effect=too_late):
            await room.mover.step(table)
        assert (table.session.plies, table.fault, table.pace, room.kept) == (2, "", 0.0, [])
        while table.session.waits_for == "bot":
            table.session.step()
        plies, told = table.session.plies, len(room.told)
        await room.mover.step(table)            # a person is asked
        assert table.session.plies == plies and len(room.told) == told

    played(scene)


def test_chance_is_drawn_unless_the_game_is_real(room: Room) -> None:
    async def scene() -> None:
        setup = {"game": "hansa2004", "players": 2}
        for recorded in (False, True):
            table = room.table(("founder", "founder"), setup=setup)
            while table.session.waits_for != CHANCE:
                table.session.step()
            plies = table.session.plies
            table.recorded = recorded
            assert table.moves_itself is not recorded
            await room.mover.step(table)
            assert table.session.plies == plies + (not recorded)

    played(scene)


def test_a_choice_for_a_table_that_no_longer_moves_itself_is_forgotten(room: Room) -> None:
    """In the moment between, chance is no longer drawn here."""
    async def scene() -> None:
        for fails in (False, True):
            table = room.table(("founder", "founder"), setup={"game": "hansa2004", "players": 2})
            while table.session.waits_for != CHANCE:
                table.session.step()
            plies, choose = table.session.plies, table.session.choice

            def meanwhile(table: Table = table, fails: bool = fails, choose: Callable[[], Any] = choose) -> Any:
                table.recorded = True
                if fails:
                    raise TableError("it is broken")
                return choose()

            with patch.object(table.session, "choice", side_effect=meanwhile):
                await room.mover.step(table)
            assert (table.session.plies, table.fault, table.pace) == (plies, "", 0.0)

    played(scene)


def test_a_pause_that_begins_while_a_bot_thinks_lets_it_move_once_more(room: Room) -> None:
    async def scene() -> None:
        table = room.table(("random", "random"))
        choose = table.session.choice

        def meanwhile() -> Any:
            table.pace = None
            return choose()

        with patch.object(table.session, "choice", side_effect=meanwhile):
            room.mover.go_on(table)
            assert table.runner is not None
            await table.runner
        assert table.session.plies == 1

    played(scene)


def test_closing_waits_for_no_bot_and_begins_none() -> None:
    mover, over = Room().mover, threading.Event()
    thinking = [mover.bots.submit(over.wait, 20) for _ in range(3)]     # two at once
    mover.close()
    assert [thought.done() for thought in thinking] == [False, False, True] and thinking[2].cancelled()
    over.set()


# --- alarms -------------------------------------------------------------------------------------

def alarm_of(table: Table) -> asyncio.Task[None] | None:
    """What waits for the end of somebody's time."""
    return table.alarm


def test_when_the_time_of_the_seat_to_move_is_over_a_bot_takes_it(room: Room) -> None:
    async def scene() -> None:
        table = room.table((HUMAN, HUMAN), chairs=(Chair(clock=0.0, increment=0.0), Chair()))
        room.mover._wind(table)
        assert alarm_of(table) is None          # nobody has decided yet
        table.session.play("income 1t")
        room.mover._wind(table)
        first = alarm_of(table)
        room.mover._wind(table)
        second = alarm_of(table)
        assert first is not None and second is not None and second is not first
        await second
        assert room.stand_ins == [(0, STAND_IN)] and first.cancelled() and alarm_of(table) is None

    played(scene)


@pytest.mark.parametrize("moves", [("end",), ("place t ARN-DUI",), ()])
def test_an_alarm_for_a_move_that_was_made_is_none(room: Room, moves: tuple[str, ...]) -> None:
    """Meanwhile the seat has ended its turn, or moved and decides again."""
    async def scene() -> None:
        over = asyncio.Event()

        async def until_over(seconds: float) -> None:
            assert seconds == 30
            await over.wait()

        table = room.table((HUMAN, HUMAN), chairs=(Chair(clock=30), Chair()))
        table.clocks = Clocks(now=lambda: 5.0)
        table.session.play("income 1t")
        pause = asyncio.sleep
        with patch("hansa.web.moving.asyncio.sleep", until_over):
            room.mover._wind(table)
            alarm = alarm_of(table)
            assert alarm is not None
            await pause(0)                      # now it waits
            for move in moves:
                table.session.play(move)
            table.clocks.begin(table.session, table.chairs)
            over.set()
            await alarm
        assert room.stand_ins == ([] if moves else [(0, STAND_IN)]) and alarm_of(table) is None

    played(scene)


def test_where_no_clock_runs_nobodys_time_is_over(room: Room) -> None:
    async def scene() -> None:
        table = room.table((HUMAN, HUMAN))
        await room.mover._out_of_time(table, 0.0)
        assert room.stand_ins == []

    played(scene)


# --- clocks -------------------------------------------------------------------------------------

def test_the_clocks_of_a_game_second_by_second() -> None:
    """Two people with clocks and one without: what is shown after each event."""
    now = [0.0]
    session = Session({"board": "hansa-23", "players": 3}, (HUMAN,) * 3, seed=3)
    clocks, chairs = Clocks(now=lambda: now[0]), [Chair(clock=60, increment=5), Chair(), Chair(clock=60, increment=5)]

    def decide(move: str) -> None:
        clocks.begin(session, chairs)
        turns = session.state.turns
        session.play(move)
        clocks.press(session, chairs, turns)

    def shown() -> tuple[int | None, list[float | None]]:
        found = clocks.shown(session, chairs)
        assert found is not None and (found.seconds, found.increment) == (60, 5)
        return found.running, found.left

    assert shown() == (None, [60, None, 60])
    now[0] = 10.0
    decide("income 1t")
    assert shown() == (0, [60, None, 60])       # the first decision is free
    now[0] = 12.26
    assert shown() == (0, [57.7, None, 60])
    decide("end")
    assert shown() == (None, [62.7, None, 60])
    now[0] = 100.0
    decide("end")
    assert shown() == (None, [62.7, None, 60])  # who has no clock needs none
    decide("end")
    assert shown() == (0, [62.7, None, 65])
    now[0] = 101.0
    decide("income 1t")
    assert shown() == (0, [61.7, None, 65])
    now[0] = 163.0
    assert shown() == (0, [0.0, None, 65])      # never less than none
    clocks.hold(session, chairs, 0)
    assert clocks.seat is None and shown() == (0, [0.0, None, 65])
    assert {ply: note.clock for ply, note in session.notes.items()} == {0: 60, 1: 62.7, 3: 65, 4: 0.0}
    assert clocks.shown(session, [Chair()] * 3) is None


def test_a_clock_that_is_held_keeps_what_is_left_and_what_was_said() -> None:
    now = [0.0]
    session, chairs = Session(SETUP, (HUMAN, HUMAN), seed=3), [Chair(clock=30, increment=1), Chair()]
    clocks = Clocks(now=lambda: now[0])
    clocks.hold(session, chairs, 0)
    assert session.notes == {}                  # nothing was decided
    session.play("income 1t")
    session.notes[0] = Note(0, comment="so")
    clocks.begin(session, chairs)
    now[0] = 4.0
    clocks.hold(session, chairs, 1)             # the other has no clock
    assert session.notes == {0: Note(0, comment="so")} and clocks.seat is None
    clocks.begin(session, chairs)
    now[0] = 8.04
    clocks.hold(session, chairs, 0)
    assert session.notes == {0: Note(0, comment="so", clock=26.0)}
    assert clocks.left(session, chairs, 0) == 26.0


def test_what_is_pressed_without_a_clock_that_runs_takes_nothing() -> None:
    now = [0.0]
    session, chairs = Session(SETUP, (HUMAN, HUMAN), seed=3), [Chair(clock=30, increment=4)] * 2
    clocks = Clocks(now=lambda: now[0])
    for move in ("income 1t", "end"):
        session.play(move)
    now[0] = 9.0
    clocks.press(session, chairs, 0)            # a turn is over
    assert session.notes == {1: Note(1, clock=34)}
    session.play("income 1t")
    clocks.press(session, chairs, 1)
    assert session.notes[2] == Note(2, clock=30)
    clocks.press(session, [Chair()] * 2, 0)
    assert session.notes[2] == Note(2, clock=30)


def test_whoever_takes_back_has_at_most_what_was_left() -> None:
    now = [0.0]
    session, chairs = Session(SETUP, (HUMAN, HUMAN), seed=3), [Chair(clock=30, increment=4)] * 2
    clocks = Clocks(now=lambda: now[0])
    session.play("income 1t")
    for left, expected in ((12.0, 12.0), (40.0, 30.0)):
        clocks.resume(session, chairs, left)
        assert clocks.left(session, chairs, 0) == expected
        now[0] += 1
        assert clocks.left(session, chairs, 0) == expected - 1
    session.play("end")
    clocks.resume(session, chairs, 3.0)         # the next has not decided yet: no clock runs
    assert clocks.seat is None and clocks.left(session, chairs, 1) == 30
    assert clocks.shown(session, chairs) == ShownClocks(seconds=30, increment=4, running=None, left=[30, 30])
