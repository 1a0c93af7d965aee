"""How much the page loads first, and how evenly it moves: `python -m tests.page_speed`, for
RESULTS.md.

Frames are counted by the browser's own clock while the moves of three bots glide over the map.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.browser import Watched, browser, go, kept_game, server

SIXTIETH = 1000 / 60
COUNT = """() => {
  window.frames_seen = [];
  let before = performance.now();
  const count = (now) => { window.frames_seen.push(now - before); before = now; requestAnimationFrame(count); };
  requestAnimationFrame(count);
}"""


# Scripts of games, too, which are asked for when nothing else is to be done.
EVERYTHING = """() => {
  const wanted = [...document.querySelectorAll("link[rel=modulepreload]")].map((link) => link.href);
  return wanted.some((name) => name.endsWith("/play.js"))
    && wanted.every((name) => performance.getEntriesByName(name)[0]?.responseEnd > 0);
}"""
# 1 Mbit/s.
SLOW = {"offline": False, "latency": 300, "downloadThroughput": 125_000, "uploadThroughput": 125_000}


def waited(opened: Any, link: str, language: str) -> float:
    """Seconds until the list of games is there, for a browser that knows nothing, on a slow
    line."""
    watched = Watched(opened)
    page = watched.page
    page.context.add_cookies([{"name": "hansa-lang", "value": language, "url": link.split("/#")[0]}])
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    client.send("Network.emulateNetworkConditions", SLOW)
    began = time.monotonic()
    page.goto(link, wait_until="commit")
    page.wait_for_selector(".sheet h1")
    seconds = time.monotonic() - began
    page.context.close()
    return seconds


def loaded(opened: Any, link: str, language: str | None = None, **options: Any) -> tuple[int, int]:
    """Files that a browser fetches which knows nothing, until nothing more comes, and their bytes
    on the wire."""
    watched = Watched(opened, **options)
    if language is not None:
        watched.page.context.add_cookies([{"name": "hansa-lang", "value": language, "url": link.split("/#")[0]}])
    sizes: list[int] = []
    client = watched.page.context.new_cdp_session(watched.page)
    client.send("Network.enable")
    client.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    watched.page.goto(link)
    watched.page.wait_for_selector(".sheet h1")
    watched.page.wait_for_function(EVERYTHING)
    watched.page.wait_for_load_state("networkidle")
    watched.page.context.close()
    return len(sizes), sum(sizes)


def frames(opened: Any, link: str, game: str) -> list[float]:
    """Milliseconds between frames while others' moves are shown."""
    watched = Watched(opened, moving=True)
    page = watched.page
    page.goto(link)
    page.wait_for_selector(".sheet h1")
    page.evaluate("() => localStorage.setItem('hansa-pace', 'quick')")
    go(page, f"#/game/{game}", ".spot")
    page.evaluate(COUNT)
    page.click(".prompt-bar [data-move=end]")
    page.wait_for_selector("#skip", timeout=30_000)
    page.wait_for_selector("#skip", state="detached", timeout=120_000)
    seen: list[float] = page.evaluate("() => window.frames_seen")
    page.context.close()
    return sorted(seen)


def main() -> None:
    """Prints all."""
    with tempfile.TemporaryDirectory() as name, browser() as opened:
        game = kept_game(Path(name), {"board": "hansa-45", "players": 4}, ["human", *["prestige"] * 3], turns=24, seed=4)
        with server(Path(name)) as link:
            for language in ("en", "de"):
                files, size = loaded(opened, link, language)
                slow = min(waited(opened, link, language) for _ in range(3))
                print(f"first load, {language}: {files} files, {size / 1000:.0f} kB on the wire; the list of games is there "
                      f"after {slow:.1f} s on a line of 300 ms and 1 Mbit/s")
            seen = frames(opened, link, game)
    late = sum(gap > 1.5 * SIXTIETH for gap in seen)
    print(f"frames: {len(seen)}, median {statistics.median(seen):.1f} ms, 95 % within {seen[int(0.95 * len(seen))]:.1f} ms, "
          f"longest {seen[-1]:.0f} ms, {late / len(seen):.1%} missed")


if __name__ == "__main__":
    main()
