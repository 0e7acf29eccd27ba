"""Runs every `qwords` command of README and docs as it is written there, page by page, and says which failed.

    python -m scripts.try_commands [PAGE...]

Each page has a folder of its own with what its commands name: photos, a roster, a ZIP, a PDF, records. What serves a
page is ended by Ctrl-C once that is there. A command that needs another machine is named as left out. Ids of sheets and
numbers of lines are those that are there.
"""

import csv
import json
import os
import re
import shlex
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import cv2
from reportlab.pdfgen.canvas import Canvas

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ROOT / "samples"
QWORDS = str(Path(sys.executable).with_name("qwords"))
FINE = (0, 3)
EXPECTED = ("[still-open]",)  # refusals that the page itself tells of
SERVING = ("qwords serve", "qwords tournament review")
ELSEWHERE = {"--cluster tcp:": "other machines", "postgresql://": "a database elsewhere"}
SHEET, LINE = re.compile(r"\b[0-9a-f]{10}-\d\b"), re.compile(r"(?<=undo cup )\d+")
ADDRESS = re.compile(r"Qwords referee: (https?)://[^:\s]+:(\d+)/")
ANYONE = ssl.create_default_context()  # a certificate that the service made itself
ANYONE.check_hostname, ANYONE.verify_mode = False, ssl.CERT_NONE
SECONDS = 600


def commands(page: Path) -> Iterator[str]:
    """The commands of a page's blocks, without their comments."""
    for block in re.findall(r"^```\w*\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line.removeprefix("$ ").startswith("qwords "):
                yield line.removeprefix("$ ").partition("  #")[0].strip()


def furnish(folder: Path, game: str) -> None:
    """What the commands of a page name."""
    first, second = ("q4-colour", "q4-low-ink") if game == "q4" else ("classic-en", "homeprint-en")
    for name in ("scans", "photos"):
        (folder / name).mkdir()
        shutil.copy(SAMPLES / first / "photo.jpg", folder / name / "Anna.jpg")
        shutil.copy(SAMPLES / second / "photo.jpg", folder / name / "Ben.jpg")
    for name in ("photo.jpg", "sheet.jpg", "ada.jpg"):
        shutil.copy(SAMPLES / first / "photo.jpg", folder / name)
    with zipfile.ZipFile(folder / "round-2.zip", "w") as archive:
        archive.write(SAMPLES / "professional-en" / "photo.jpg", "round2/Anna.jpg")
    picture = SAMPLES / "corrected-en" / "photo.jpg"
    height, width = cv2.imread(str(picture)).shape[:2]
    canvas = Canvas(str(folder / "late.pdf"), pagesize=(width / 3, height / 3))
    canvas.drawImage(str(picture), 0, 0, width / 3, height / 3)
    canvas.save()
    (folder / "players.csv").write_text("player,team,table\nAnna,Reds,1\nBen,Blues,2\n", encoding="utf-8")
    (folder / "nwl.txt").write_text("AT\nHAL\nAIME\nHE\n", encoding="utf-8")
    shutil.copy(ROOT / "api" / "page" / "q4-example.json", folder / "game.json")


def fitted(command: str, folder: Path) -> str:
    """A command with the id of a sheet and the number of a line that are there."""
    results = folder / "cup" / "results.csv"
    if SHEET.search(command) and results.exists():
        rows = list(csv.DictReader(results.read_text(encoding="utf-8-sig").splitlines()))
        command = SHEET.sub(rows[0]["sheet"], command)
    if LINE.search(command):
        log = subprocess.run([QWORDS, "tournament", "log", "cup", "--csv"], cwd=folder, capture_output=True, text=True)
        command = LINE.sub(log.stdout.splitlines()[-1].partition(",")[0], command)
    return command


def failure(command: str, folder: Path) -> str:
    """What a command said that it should not have said; nothing where all is well."""
    line = [QWORDS, *shlex.split(command)[1:]]
    if (folder / "cup").exists():
        shutil.copytree(folder / "cup", folder / "kept", dirs_exist_ok=True)
    elif (folder / "kept").exists() and " run " not in command and " new " not in command:
        shutil.copytree(folder / "kept", folder / "cup")  # the page deleted it, and speaks of another afterwards
    for season in ("spring", "summer", "autumn"):  # the tournaments of a season are all this one
        if season in line and not (folder / season).exists() and (folder / "cup").exists():
            shutil.copytree(folder / "cup", folder / season)
    try:
        if command.startswith(SERVING) and "--json" not in line:
            done = served(line, folder)
        else:
            done = subprocess.run(
                line, cwd=folder, capture_output=True, text=True, input="y\ncup\nq\n", timeout=SECONDS
            )
    except subprocess.TimeoutExpired:
        return f"took longer than {SECONDS} s"
    if done.returncode in FINE or any(code in done.stderr for code in EXPECTED):
        return ""
    return f"exit {done.returncode}: {done.stderr.strip()[-400:]}"


def served(line: list[str], folder: Path) -> "subprocess.CompletedProcess[str]":
    """What a command said that serves a page until Ctrl-C; where no page comes, it was not interrupted."""
    said = folder / "said"
    own = os.environ | {"QWORDS_DATA": str(folder / "data"), "QWORDS_PORT": "0", "BROWSER": "true"}
    with said.open("w+") as output:
        process = subprocess.Popen(line, cwd=folder, env=own, stdout=output, stderr=subprocess.STDOUT)
        for _ in range(SECONDS):
            if process.poll() is not None:
                break
            if address := ADDRESS.search(said.read_text(encoding="utf-8")):
                urlopen(f"{address[1]}://127.0.0.1:{address[2]}/", context=ANYONE).close()
                process.send_signal(signal.SIGINT)
                break
            time.sleep(0.1)
        try:
            return subprocess.CompletedProcess(line, process.wait(60), "", said.read_text(encoding="utf-8"))
        finally:
            process.kill()


def main() -> None:
    """Run them; exit 1 where one failed."""
    named = [Path(name).resolve() for name in sys.argv[1:]]
    pages = named or [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    ran, failed, left_out = 0, [], 0
    for page in pages:
        with tempfile.TemporaryDirectory() as place:
            furnish(Path(place), "q4" if page.stem == "q4" else "qwords")
            for command in commands(page):
                if why := next((why for part, why in ELSEWHERE.items() if part in command), ""):
                    sys.stdout.write(f"left out ({why}): {command}\n")
                    left_out += 1
                    continue
                said = failure(fitted(command, Path(place)), Path(place))
                ran += 1
                sys.stdout.write(f"{'FAILED' if said else 'well'}: {page.name}: {command}\n{said and said + chr(10)}")
                failed += [command] if said else []
    sys.stdout.write(f"{ran - len(failed)} of {ran} commands ended well, {left_out} left out\n")
    if failed:
        sys.stdout.write(f"failed: {json.dumps(failed)}\n")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
