"""The notebooks run, and show what they say they show."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.notebooks import NOTEBOOKS, Notebook, plain_text


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_shows_what_its_cells_show(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if name == "training.ipynb":
        pytest.importorskip("gymnasium", reason="pip install 'hansa[envs]'")
    monkeypatch.chdir(tmp_path)
    notebook = Notebook.read(name)
    assert len(notebook.code) >= 5
    for cell, shown in zip(notebook.code, notebook.run(), strict=True):
        source = "".join(cell["source"])
        assert plain_text(shown) == plain_text(cell["outputs"]), f"run: python -m tests.notebooks {name}\n{source}"
        kinds = [sorted(output.get("data", {})) for output in cell["outputs"]]
        assert kinds == [sorted(output.get("data", {})) for output in shown], source


def test_there_is_one_for_each_use_and_they_show_pictures() -> None:
    assert NOTEBOOKS == ("play_and_analyse.ipynb", "tournament_data.ipynb", "training.ipynb")
    kinds = {kind for name in NOTEBOOKS for cell in Notebook.read(name).code for output in cell["outputs"]
             for kind in output.get("data", {})}
    assert kinds == {"image/svg+xml", "text/html", "text/plain"}
