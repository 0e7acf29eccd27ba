"""Who played: manifest, QR code, file name."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets.identity_code import Identity, decode_identity, encode_identity, tidy
from texts import languages, text
from tournament.column_words import COLUMNS, plain, spellings
from tournament.entities import Known, Player
from tournament.identity import from_name, identify, player_key, players_of
from tournament.manifest import load_manifest, load_players
from tournament.roster import parse_roster, same_names
from tournament.tournament_errors import BadManifest


@pytest.mark.parametrize(
    ("name", "player", "number", "table"),
    [
        ("in/Anna Weber.jpg", "Anna Weber", "", ""),
        ("in/anna_weber_r2.jpg", "anna weber", "2", ""),
        ("Round 3/Jörg-Peter Müller.jpeg", "Jörg-Peter Müller", "3", ""),
        ("in/t4-Zoë-runde-01.png", "Zoë", "1", "4"),
        ("R2/IMG_20240131_120000.jpg", "", "2", ""),
        ("in/PXL_20231224_081500123.jpg", "", "", ""),
        ("in/DSC01234.JPG", "", "", ""),
        ("in/WhatsApp Image 2024-05-01 at 12.00.01.jpeg", "", "", ""),
        ("in/3f2504e0-4f89-11d3-9a0c-0305e82c3301.jpg", "", "", ""),
        ("in/scan 0007.png", "", "", ""),
        ("in/stack.pdf#3", "", "", ""),
        ("round2.zip/Ben.jpg", "Ben", "2", ""),
        ("in/mesa3_NAME_ronda2.jpg", "NAME", "2", "3"),
        ("manche 2/Zoé Table 4.jpg", "Zoé", "2", "4"),
        ("in/tavolo-07_Luca_turno_1.png", "Luca", "1", "7"),
        ("ronda 1/página 3.jpg", "", "1", ""),
        ("in/archivo_12.jpg", "", "", ""),
    ],
)
def test_file_names(name: str, player: str, number: str, table: str) -> None:
    found = from_name(name)
    assert (found.player, found.round, found.table) == (player, number, table)


def test_several_players_in_one_file_name() -> None:
    assert players_of(from_name("in/Anna + Ben & Cleo r1.jpg")) == ("Anna", "Ben", "Cleo")


@given(st.text(max_size=60), st.text(max_size=5), st.text(max_size=5))
def test_a_code_gives_back_who_it_was_made_for(player: str, number: str, table: str) -> None:
    who = Identity(tidy(player), tidy(number), tidy(table), "qr")
    code = encode_identity(who, "A")
    assert code.isascii() and decode_identity(code) == who


@pytest.mark.parametrize(
    "code", ["", "https://example.org", "QW1/1/A", "QW3/1/A//Anna", "QW2/1/A//%FC", "QW2/1/A//99999999999", "a/b/c/d/e"]
)
def test_foreign_codes_name_nobody(code: str) -> None:
    assert decode_identity(code) is None


@pytest.mark.parametrize("name", ["Γιώργος Παπαδόπουλος", "Юлия Øberg", "由紀 田中"])
def test_names_of_other_scripts_make_no_larger_code_than_latin_ones(name: str) -> None:
    code = encode_identity(Identity(name, "1", "2"), "A")
    assert len(code) < 60 and decode_identity(code) == Identity(name, "1", "2", "qr")
    assert decode_identity("QW1/1/A/2/%C3%98berg") == Identity("Øberg", "1", "2", "qr"), "sheets printed before"


def test_the_manifest_names_files_pages_and_sheets(tmp_path: Path) -> None:
    path = tmp_path / "who.csv"
    path.write_text(
        "Datei;Name;Runde;Blatt;Seite\nstack.pdf;Anna;1;;1\nstack.pdf;Ben;1;;2\nIMG_1.jpg;Cleo;2;1;\nIMG_1.jpg;Dora;2;2;\n"
        "gone.jpg;Eva;1;;\n",
        encoding="utf-8-sig",
    )
    manifest = load_manifest(path)
    assert manifest.page("in/stack.pdf#2")[0].player == "Ben"
    assert {sheet: who.player for sheet, who in manifest.page("r2/img_1.JPG").items()} == {1: "Cleo", 2: "Dora"}
    assert manifest.page("other.jpg") == {}
    assert [line.file for line in manifest.missing(["in/stack.pdf#1", "r2/IMG_1.jpg"])] == ["gone.jpg"]


@pytest.mark.parametrize("turned", [False, True])
def test_the_most_exact_line_of_a_manifest_wins_in_either_order(tmp_path: Path, turned: bool) -> None:
    lines = ["r1/IMG_1.jpg,Anna,,", "IMG_1.jpg,Ben,,", "IMG_1,Cleo,,", "IMG_1.jpg,Dora,,2", "stack.pdf,Eva,,"]
    lines += ["in/stack.pdf,Finn,,", "stack.pdf,Gina,2,", "in/r3/IMG_1.jpg,Hana,,1", "IMG_1.jpg,Ben,,"]
    path = tmp_path / "who.csv"
    path.write_text("\n".join(["file,player,page,sheet", *(reversed(lines) if turned else lines)]))
    manifest = load_manifest(path)

    def players(name: str) -> dict[int, str]:
        return {sheet: who.player for sheet, who in manifest.page(name).items()}

    assert set(players("in/r1/IMG_1.jpg").values()) == {"Anna"}
    assert players("in/r2/IMG_1.jpg") == {0: "Ben", 2: "Dora"}
    assert players("in/r2/IMG_1.png") == {0: "Cleo"}
    assert players("in/r3/IMG_1.jpg") == {0: "Ben", 1: "Hana", 2: "Dora"}
    assert players("in/stack.pdf#2") == {0: "Finn"} and players("other/stack.pdf#2") == {0: "Gina"}
    assert players("other/stack.pdf#1") == {0: "Eva"}


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "file,player,page\nx.jpg,Anna,two\n", "file,player\n,Anna\n"])
def test_a_manifest_that_cannot_be_understood_says_so(tmp_path: Path, text: str) -> None:
    path = tmp_path / "who.csv"
    path.write_text(text)
    with pytest.raises(BadManifest):
        load_manifest(path)


@pytest.mark.parametrize("language", languages())
def test_titles_are_understood_in_every_language_and_stand_for_one_column_alone(language: str) -> None:
    for column in COLUMNS:
        for word in text(f"column.{column}", language).split(","):
            for spelt in (word, word.upper(), f" {word.replace(' ', '_')} ", unicodedata.normalize("NFD", word)):
                assert [other for other in COLUMNS if plain(spelt) in spellings(other)] == [column], spelt


@pytest.mark.parametrize("language", languages())
def test_a_roster_and_file_names_in_every_language(language: str) -> None:
    """What the language's own table calls them, as an organiser types it."""
    first = {column: text(f"column.{column}", language).split(",")[0] for column in COLUMNS}
    roster = parse_roster(f"{first['player']},{first['team']},{first['table']}\nAna,Rojos,3\n")
    assert roster == (Player("Ana", "Rojos", "3"),)
    found = from_name(f"in/{first['table']}3_Ana_{first['round']}2.jpg")
    assert (found.player, found.round, found.table) == ("Ana", "2", "3")


def test_players_files_with_and_without_a_header(tmp_path: Path) -> None:
    plain, table = tmp_path / "a.txt", tmp_path / "b.csv"
    plain.write_text("Anna Weber\nJörg Müller\n\n", encoding="utf-8")
    table.write_bytes("table,name,round\n3,Zoë,2\n".encode("cp1252"))
    assert [who.player for who in load_players(plain)] == ["Anna Weber", "Jörg Müller"]
    assert load_players(table) == (Identity("Zoë", "2", "3", "manifest"),)


def test_accents_are_the_same_however_they_are_stored(tmp_path: Path) -> None:
    apart, together = unicodedata.normalize("NFD", "Zoë Müller"), "Zoë Müller"
    assert apart != together
    assert player_key(apart) == player_key(together.upper()) and tidy(apart) == together
    assert from_name(f"round1/{apart}.jpg").player == together
    assert same_names(parse_roster(f"player\n{together}\n{apart.upper()}\n"))
    assert len(parse_roster(f"player\n{together}\n{apart}\n")) == 1
    path = tmp_path / "manifest.csv"
    path.write_text(f"file,player\n{together}.jpg,{together}\n", encoding="utf-8")
    manifest = load_manifest(path)
    assert manifest.page(f"photos.zip/{apart}.jpg")[0].player == together
    assert not manifest.missing([f"photos.zip/{apart}.jpg"])


def test_line_ends_of_every_kind_are_read_in_rosters() -> None:
    assert [player.name for player in parse_roster("player\rAnna\rBen\r\nCleo\n")] == ["Anna", "Ben", "Cleo"]


def test_a_roster_that_is_no_table_is_refused() -> None:
    with pytest.raises(BadManifest):
        parse_roster('player\n"' + "x" * 150_000)


@pytest.mark.parametrize(
    ("name", "printed", "round", "asked"),
    [("IMG_1.jpg", "", "5", False), ("r4.jpg", "", "4", False), ("r7.jpg", "", "5", False),
     ("IMG_1.jpg", "4", "4", False), ("IMG_1.jpg", "7", "5", True), ("r4.jpg", "7", "4", True)],
)  # fmt: skip
def test_a_player_s_photo_is_of_an_open_round_the_latest_unless_it_says_which(
    name: str, printed: str, round: str, asked: bool
) -> None:
    known = Known(from_name(name), rounds=("4", "5"))
    code = encode_identity(Identity("Anna", printed, "", ""), "A") if printed else ""
    found = identify(known, 1, 1, code)
    assert (found.identity.round, found.rival is not None) == (round, asked)
