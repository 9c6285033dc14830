"""The README tells the truth: every command in it is run, every output compared.

In a console block a line behind `$ ` is run by a shell; the lines below are
its output, in which `…` stands for anything, also for whole lines. A YAML block is
the file that its first line names. Python blocks are executed. The two set-up
commands are run as they stand, on a copy of the tree.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def console_steps() -> list[tuple[str, str]]:
    steps = []
    for block in blocks("console"):
        assert block.startswith("$ ")
        for step in block.removeprefix("$ ").split("\n$ "):
            command, _, output = step.partition("\n")
            steps.append((command, output))
    return steps


def matches(expected: str, printed: str) -> bool:
    pattern = re.escape(expected.rstrip("\n")).replace("…", ".*")
    return re.fullmatch(pattern, printed.rstrip("\n"), re.DOTALL) is not None


def test_the_tour(tmp_path):
    """One shell session after another, in one folder: what one makes, the next one uses."""
    scripts = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    environment.pop("FORCE_COLOR", None)
    for block in blocks("yaml"):
        name = block.splitlines()[0].removeprefix("# ")
        (tmp_path / name).write_text(block)
    steps = console_steps()
    assert len(steps) >= 20
    for command, expected in steps:
        result = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {command}"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert result.returncode == 0, f"{command}\n{result.stderr}"
        assert matches(expected, result.stdout), f"{command}\n{result.stdout}"


@pytest.mark.parametrize("program", blocks("python"))
def test_python(program):
    exec(compile(program, "README.md", "exec"), {})


def test_every_command_is_shown():
    shown = {word for command, _ in console_steps() for word in command.split()}
    from kamigen.cli import app

    commands = {c.name or c.callback.__name__ for c in app.registered_commands}
    assert commands <= shown


def set_up_commands() -> list[str]:
    return [block.strip() for block in blocks("sh")]


@pytest.mark.slow
def test_the_first_set_up_command(tmp_path):
    tree = tmp_path / "kamigen"
    ignored = shutil.ignore_patterns(".git", ".venv", "*cache*", "*.egg-info", "build")
    shutil.copytree(ROOT, tree, ignore=ignored)
    install_and_generate = set_up_commands()[0]
    assert install_and_generate.endswith("kamigen generate --difficulty 2")
    plain = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    result = subprocess.run(
        ["bash", "-c", install_and_generate],
        cwd=tree,
        env=plain,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert "confirmed by the second solver" in result.stdout
    assert list((tree / "levels").rglob("2-seed*.txt"))


def test_ci_runs_the_second_set_up_command():
    """The tests cannot run themselves; that the README's command passes is CI's word."""
    assert set_up_commands()[1] in (ROOT / ".ci" / "run").read_text().splitlines()


def test_pictures_are_there():
    for picture in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README):
        assert (ROOT / picture).is_file(), picture
