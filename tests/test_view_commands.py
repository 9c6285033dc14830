"""show, sheet, export and import as a user meets them: real processes and their files."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image

LEVELS = Path(__file__).parents[1] / "levels"

# Par 2 by hand: three colours on the board, and two actions suffice.
SMALL = "1 2 2 3 3\n1 1 2\n3 2 2\n"
OTHER = "1 1 2 2 2\n1 2\n1 1\n"
MALFORMED = "1 2 2 3 3\n1 1 2\n3 x 2\n"

# Far too many regions to decide in a moment.
VAST = "3 60 30 30 6\n" + "".join(
    " ".join(str((row * row * 5 + 3 * column + row * column) % 6 + 1) for column in range(30))
    + "\n"
    for row in range(30)
)


def run(
    *arguments: str, folder: Path, stdin: bytes = b"", environ: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    plain = {
        name: value
        for name, value in os.environ.items()
        if name not in ("FORCE_COLOR", "NO_COLOR", "COLORTERM", "TERM")
    }
    return subprocess.run(
        [sys.executable, "-m", "kamigen", *arguments],
        cwd=folder,
        input=stdin,
        env={**plain, "LANG": "C.UTF-8", "PYTHONIOENCODING": "utf-8", **(environ or {})},
        capture_output=True,
        timeout=120,
        check=False,
    )


def good(*arguments: str, folder: Path, **more) -> str:
    done = run(*arguments, folder=folder, **more)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def complaint(code: int, *arguments: str, folder: Path, **more) -> str:
    done = run(*arguments, folder=folder, **more)
    said = done.stderr.decode()
    assert done.returncode == code, said
    assert "Traceback" not in said
    return said


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "small.txt").write_text(SMALL)
    (tmp_path / "pack" / "other.txt").write_text(OTHER)
    (tmp_path / "vast.txt").write_text(VAST)
    (tmp_path / "bad.txt").write_text(MALFORMED)
    return tmp_path


class TestShow:
    def test_the_solution_step_by_step(self, folder):
        shown = good("show", "pack/small.txt", "--solution", folder=folder).splitlines()
        assert shown[0] == "pack/small.txt: difficulty 1, 2×3, colours 1 to 3, limit 2"
        assert shown[1] == "   A B C      A B C      A B C"
        assert shown[2].startswith("1  1 1 2   1  ")
        assert shown[4].startswith("start      1. ")
        assert shown[5].startswith("par 2, proven by search")

    def test_a_narrow_terminal_has_fewer_beside_each_other(self, folder):
        narrow = {"COLUMNS": "20"}
        shown = good("show", "pack/small.txt", "--solution", folder=folder, environ=narrow)
        assert max(map(len, shown.splitlines()[1:-1])) <= 20
        assert shown.count("A B C") == 3

    def test_what_is_not_proven_is_not_called_par(self, folder):
        done = run("show", "vast.txt", "--solution", "--nodes", "1", folder=folder)
        assert done.returncode == 3
        assert "not proven within the budget" in done.stdout.decode()
        assert "≤ par" in done.stderr.decode()

    def test_compact(self, folder):
        assert "1 112\n2 322\n" in good(
            "show", "pack/small.txt", "--compact", "--no-colour", folder=folder
        )
        blocks = good("show", "pack/small.txt", "--compact", "--colour", folder=folder)
        assert blocks.count("▀") == 3

    def test_a_board_too_large_for_the_terminal_is_compact(self, folder):
        small_terminal = {"COLUMNS": "40", "LINES": "20"}
        shown = good("show", "vast.txt", "--colour", folder=folder, environ=small_terminal)
        assert shown.count("▀") == 450
        shown = good(
            "show", "vast.txt", "--colour", "--no-compact", folder=folder, environ=small_terminal
        )
        assert "▀" not in shown

    def test_a_picture(self, folder):
        good("show", "pack/small.txt", "-o", "a.svg", "--coordinates", folder=folder)
        assert (folder / "a.svg").read_text().startswith("<svg")
        good("show", "pack/small.txt", "-o", "a.png", "--scale", "0.5", folder=folder)
        assert Image.open(folder / "a.png").width == 74
        assert not list(folder.glob(".*part"))

    def test_a_picture_on_the_standard_output(self, folder):
        done = run("show", "-", "-o", "-", "--format", "png", folder=folder, stdin=SMALL.encode())
        assert Image.open(io.BytesIO(done.stdout)).format == "PNG"

    def test_the_solution_as_a_strip(self, folder):
        good("show", "pack/small.txt", "-o", "a.svg", "--solution", folder=folder)
        assert "par 2" in (folder / "a.svg").read_text()

    def test_a_pack_as_thumbnails(self, folder):
        good("show", "pack", "-o", "thumbs", "--thumbnails", folder=folder)
        sizes = {file.name: Image.open(file).size for file in (folder / "thumbs").iterdir()}
        assert {max(size) for size in sizes.values()} == {160}
        assert set(sizes) == {"small.png", "other.png"}

    def test_a_pack_as_a_contact_sheet(self, folder):
        good("show", "pack", "-o", "pack.svg", folder=folder)
        text = (folder / "pack.svg").read_text()
        assert ">small<" in text
        assert ">other<" in text

    def test_what_cannot_be_read_is_told_and_the_rest_drawn(self, folder):
        said = complaint(2, "show", "bad.txt", "pack", "-o", "out", folder=folder)
        assert "bad.txt:3:3: 'x' is not an integer" in said
        assert (folder / "out" / "small.png").exists()

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("show", "pack", "-o", "a.png", "--solution"), "not a place for 2 solutions"),
            (("show", "pack/small.txt", "-o", "a.svg", "--format", "png"), "the name says svg"),
            (("show", "pack/small.txt", "-o", "-"), "needs a --format"),
            (("show", "pack/small.txt", "-o", "a.png", "--scale", "99"), "smaller --scale"),
            (("show", "pack/small.txt", "-o", "bad.txt/a.png"), "cannot be written"),
        ],
    )
    def test_what_makes_no_sense_is_one_sentence(self, folder, arguments, words):
        said = complaint(2, *arguments, folder=folder)
        assert words in said
        assert said.count("\n") == 1

    def test_json_has_the_actions(self, folder):
        record = json.loads(good("show", "pack/small.txt", "--solution", "--json", folder=folder))
        assert (record["par"], record["proven"], len(record["actions"])) == (2, True, 2)


class TestSheet:
    def test_a_booklet(self, folder):
        good("sheet", "pack", "-o", "book.pdf", "--title", "Two", folder=folder)
        first = (folder / "book.pdf").read_bytes()
        assert first.startswith(b"%PDF")
        good("sheet", "pack", "-o", "book.pdf", "--title", "Two", folder=folder)
        assert (folder / "book.pdf").read_bytes() == first

    def test_options(self, folder):
        said = good(
            *("sheet", "pack", "-o", "b.pdf", "--mono", "--paper", "letter", "--per-page", "1"),
            *("--lang", "pt", "--no-solutions", "--json"),
            folder=folder,
        )
        assert json.loads(said) == {"file": "b.pdf", "game": "kami", "levels": 2}

    def test_exit_codes(self, folder):
        assert "bad.txt:3:3" in complaint(
            2, "sheet", "bad.txt", "pack", "-o", "b.pdf", folder=folder
        )
        assert (folder / "b.pdf").exists()
        complaint(3, "sheet", "vast.txt", "-o", "v.pdf", "--nodes", "1", folder=folder)
        assert "nothing to print" in complaint(2, "sheet", "bad.txt", "-o", "n.pdf", folder=folder)
        assert not (folder / "n.pdf").exists()


class TestExportAndImport:
    @pytest.mark.parametrize("ending", ["json", "tmj"])
    def test_there_and_back(self, folder, ending):
        good("export", "pack/small.txt", "-o", f"out/a.{ending}", folder=folder)
        assert good("import", f"out/a.{ending}", "-o", "-", folder=folder) == SMALL

    def test_a_pack_there_and_back(self, folder):
        good("export", "pack", "-o", "pack.json", folder=folder)
        good("import", "pack.json", "-o", "back", folder=folder)
        assert {f.name: f.read_text() for f in (folder / "back").iterdir()} == {
            "small.txt": SMALL,
            "other.txt": OTHER,
        }

    @pytest.mark.parametrize(
        ("form", "names"),
        [
            ("json", {"small.json", "other.json"}),
            ("tiled", {"small.tmj", "other.tmj", "kamigen-colours.png"}),
            ("ldtk", {"levels.ldtk"}),
            ("csv", {"levels.csv"}),
        ],
    )
    def test_into_a_folder(self, folder, form, names):
        good("export", "pack", "--format", form, "-o", "out", "--solution", folder=folder)
        assert {file.name for file in (folder / "out").iterdir()} == names

    def test_a_level_a_line(self, folder):
        lines = good("export", "pack", "-o", "-", "--solution", folder=folder).splitlines()
        assert [json.loads(line)["par"] for line in lines] == [1, 2]

    def test_an_unproven_par_is_left_out(self, folder):
        done = run("export", "vast.txt", "-o", "-", "--solution", "--nodes", "1", folder=folder)
        assert done.returncode == 3
        assert "par" not in json.loads(done.stdout)

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("export", "pack", "--format", "tiled", "-o", "-"), "a picture beside it"),
            (("export", "pack", "-o", "a.tmj"), "not a place for 2 maps"),
            (("export", "pack", "-o", "a.csv", "--format", "ldtk"), "the name says csv"),
            (("export", "bad.txt", "-o", "a.csv"), "nothing to export"),
            (("import", "nowhere.json"), "cannot be read"),
            (("import", "vast.txt", "--rows", "3"), "neither JSON nor a picture"),
        ],
    )
    def test_what_makes_no_sense_is_told(self, folder, arguments, words):
        assert words in complaint(2, *arguments, folder=folder)

    def test_a_map_without_a_header_is_proven(self, folder):
        good("export", "pack/small.txt", "-o", "a.tmj", folder=folder)
        document = json.loads((folder / "a.tmj").read_text())
        del document["properties"]
        (folder / "a.tmj").write_text(json.dumps(document))
        good("import", "a.tmj", "-o", "a.txt", "--slack", "1", folder=folder)
        assert (folder / "a.txt").read_text() == SMALL.replace("1 2", "1 3", 1)

    def test_names_from_inside_a_file_stay_in_the_folder(self, folder):
        document = json.loads(good("export", "pack/small.txt", "-o", "-", folder=folder))
        document["name"] = "../../.ssh/config"
        (folder / "evil.json").write_text(json.dumps(document))
        good("import", "evil.json", "-o", "in", folder=folder)
        assert [str(f.relative_to(folder)) for f in (folder / "in").rglob("*")] == [
            "in/ssh-config.txt"
        ]

    def test_a_claim_that_the_game_refuses(self, folder):
        document = json.loads(good("export", "pack/small.txt", "-o", "-", folder=folder))
        (folder / "nine.json").write_text(json.dumps(document | {"difficulty": 9}))
        said = complaint(2, "import", "nine.json", "-o", "-", folder=folder)
        assert "difficulty 9 is not 1, 2 or 3" in said


class TestPictures:
    @pytest.fixture
    def picture(self, folder) -> Path:
        image = Image.new("RGB", (90, 60), "#c03020")
        image.paste("#2040c0", (60, 0, 90, 60))
        image.paste("#e0d020", (0, 30, 30, 60))
        image.save(folder / "flag.png")
        return folder / "flag.png"

    def test_a_picture_becomes_a_proven_level(self, folder, picture):
        said = good(
            *("import", "flag.png", "--rows", "2", "--cols", "3", "--colours", "3"),
            *("--least-region", "1"),
            folder=folder,
        )
        assert "par 2, proven by search" in said
        assert (folder / "levels" / "kami" / "flag.txt").read_text() == SMALL.replace(
            "1 1 2\n3 2 2", "1 1 2\n3 1 2"
        )
        assert "1 proven" in good("verify", "levels", folder=folder)

    def test_what_is_there_already_is_kept(self, folder, picture):
        (folder / "a.txt").write_text(SMALL)
        assert "--force" in complaint(2, "import", "flag.png", "-o", "a.txt", folder=folder)
        good("import", "flag.png", "-o", "a.txt", "--force", folder=folder)
        assert (folder / "a.txt").read_text() != SMALL

    def test_an_unproven_board_is_not_written(self, folder):
        noise = Image.effect_noise((300, 300), 100)
        noise.save(folder / "noise.png")
        said = complaint(
            3,
            *("import", "noise.png", "--rows", "30", "--cols", "30", "--least-region", "1"),
            *("--nodes", "1", "-o", "n.txt"),
            folder=folder,
        )
        assert "not written" in said
        assert "≤ par" in said
        assert not (folder / "n.txt").exists()

    def test_one_colour_is_no_level(self, folder):
        Image.new("RGB", (30, 30)).save(folder / "black.png")
        assert "nothing to paint" in complaint(2, "import", "black.png", folder=folder)

    def test_json(self, folder, picture):
        record = json.loads(good("import", "flag.png", "--json", "-o", "a.txt", folder=folder))
        assert record["par"] == record["limit"] == 2
        assert record["cross_check"] == "agrees"


@pytest.mark.parametrize(
    ("module", "arguments", "named"),
    [
        ("PIL", ("show", "pack/small.txt", "-o", "a.png"), "kamigen[pictures]"),
        ("PIL", ("import", "a.jpg"), "kamigen[pictures]"),
        ("fpdf", ("sheet", "pack", "-o", "a.pdf"), "kamigen[sheets]"),
    ],
)
def test_a_missing_extra_is_named(folder, module, arguments, named):
    (folder / "a.jpg").write_bytes(b"\xff\xd8")
    script = f"import sys; sys.modules[{module!r}] = None; import kamigen.cli; kamigen.cli.main()"
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 2
    assert f"pip install '{named}'" in done.stderr
    assert done.stderr.count("\n") == 1


class TestTheGameOfAPack:
    """A pack says what its levels are, so `--game` need not be given for them."""

    @pytest.fixture
    def packs(self, tmp_path):
        shutil.copytree(LEVELS / "kojun", tmp_path / "kojun")
        shutil.copytree(LEVELS / "gemas", tmp_path / "gemas")
        return tmp_path

    @pytest.mark.parametrize(
        "arguments",
        [["solve"], ["grade"], ["verify"], ["show"], ["show", "--solution"]],
        ids=" ".join,
    )
    def test_it_is_taken(self, packs, arguments):
        said = good(*arguments, "kojun/001.txt", "--json", folder=packs)
        assert [json.loads(line)["game"] for line in said.splitlines()] == ["kojun"]

    def test_it_is_played(self, packs):
        assert (
            "Kojun" in run("play", "kojun/001.txt", folder=packs, stdin=b"quit\n").stdout.decode()
        )

    def test_it_is_printed(self, packs):
        said = good("sheet", "kojun/001.txt", "-o", "a.pdf", "--json", folder=packs)
        assert json.loads(said)["game"] == "kojun"

    def test_several_need_a_choice(self, packs):
        said = complaint(2, "solve", "kojun/001.txt", "gemas/001.txt", folder=packs)
        assert said == "kamigen: levels of several games (gemas, kojun): give --game\n"

    def test_what_is_asked_for_counts(self, packs):
        assert "kojun/001.txt" in complaint(
            2, "solve", "kojun/001.txt", "--game", "kami", folder=packs
        )

    def test_a_level_that_no_pack_lists_is_of_kami(self, packs):
        (packs / "kojun" / "mine.txt").write_text(SMALL)
        assert "par 2" in good("solve", "kojun/mine.txt", folder=packs)

    def test_a_level_of_no_pack_beside_one_of_a_pack_needs_a_choice(self, packs):
        (packs / "mine.txt").write_text(SMALL)
        said = complaint(2, "solve", "kojun/001.txt", "mine.txt", folder=packs)
        assert said == "kamigen: levels of several games (kami, kojun): give --game\n"

    def test_a_game_that_is_not_known_is_no_answer(self, packs):
        manifest = packs / "kojun" / "pack.json"
        manifest.write_text(manifest.read_text().replace('"game": "kojun"', '"game": "chess"'))
        assert "chess" not in complaint(2, "solve", "kojun/001.txt", folder=packs)

    def test_a_folder_that_cannot_be_looked_into(self, packs):
        said = complaint(2, "play", f"{300 * 'a'}/x.txt", folder=packs)
        assert "name too long" in said.lower()

    def test_a_broken_manifest_is_no_answer(self, packs):
        (packs / "kojun" / "pack.json").write_text("{")
        (packs / "kojun" / "mine.txt").write_text(SMALL)
        assert "par 2" in good("solve", "kojun/mine.txt", folder=packs)
