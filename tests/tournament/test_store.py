"""The store keeps what it was given, on SQLite and on a real PostgreSQL alike."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import private_postgres
import pytest
from click.testing import CliRunner
from planned_photos import GRIDS, plan
from test_arbiter import score

from cli.tournament_command import command
from referee.scoring_spec import ScoringSpec
from sheets.identity_code import Identity
from tournament.entities import Fault, Known, Outcome, Page, TournamentSpec
from tournament.records import Tournament
from tournament.session import resume, start
from tournament.store import MIGRATIONS, NEWEST, Store
from tournament.tournament_errors import StoreUnavailable, UnknownTournament

CUP = TournamentSpec("Cup")
FINGERPRINT = "f" * 64


@pytest.fixture(scope="module")
def postgresql() -> Iterator[Path]:
    with private_postgres.server() as socket:
        yield socket


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgresql":
        return private_postgres.new_database(request.getfixturevalue("postgresql"))
    return f"sqlite:///{tmp_path / 'store.sqlite'}"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = Store.open(url)
    yield opened
    opened.close()


def page(name: str, path: str = "") -> Page:
    return Page(name, "file", path or f"/in/{name}")


def outcome(content: str, state: str = "done") -> Outcome:
    fault = Fault("not-an-image", "Take another photo.") if state == "rejected" else None
    return Outcome(content, (), "" if fault else json.dumps({"sheets": []}), fault=fault, seconds=0.1)


def test_a_tournament_comes_back_as_it_was_saved(store: Store) -> None:
    spec = TournamentSpec(
        "Cup", ScoringSpec("de", choices=(("house", "deny URN"),)), double_entry=True, tie_break="best-round", rounds=3
    )
    saved = store.save(Tournament("t1", spec, {"lexicon": "x"}))
    assert store.tournament("t1") == saved
    assert saved.spec == spec and saved.versions == {"lexicon": "x"} and saved.created and saved.secret
    with pytest.raises(UnknownTournament):
        store.tournament("t2")


def test_saving_again_changes_the_agreement_but_not_the_beginning_or_the_token(store: Store) -> None:
    first = store.save(Tournament("t1", CUP, token_sha256="abc"))
    again = store.save(Tournament("t1", TournamentSpec("Cup 2", ScoringSpec("fr"))))
    assert (again.name, again.scoring.lang) == ("Cup 2", "fr")
    assert (again.created, again.token_sha256, again.secret) == (first.created, "abc", first.secret)
    assert again.revision > first.revision


def test_recording_twice_never_doubles_a_row(store: Store) -> None:
    store.save(Tournament("t1", CUP))
    for _ in range(2):
        store.add_pages("t1", [(page("a.jpg"), Known(Identity("Anna", how="name"))), (page("b.jpg"), Known())])
        store.record(
            "t1",
            FINGERPRINT,
            [outcome("a1"), outcome("b1", "rejected")],
            [(page("a.jpg"), "a1"), (page("b.jpg"), "b1")],
        )
    found = list(store.pages("t1"))
    assert [(item.page.name, item.state, item.ordinal) for item in found] == [
        ("a.jpg", "done", 1),
        ("b.jpg", "rejected", 2),
    ]
    assert store.counts("t1") == {"done": 1, "rejected": 1, "pending": 0}
    assert store.known_contents("t1", FINGERPRINT) == {"a1", "b1"}
    assert store.known_contents("t1", "other recipe") == set()


def test_another_recipe_makes_all_pages_pending_again(store: Store) -> None:
    store.save(Tournament("t1", CUP))
    store.add_pages("t1", [(page("a.jpg"), Known())])
    assert store.pending("t1", FINGERPRINT) == [page("a.jpg")]
    store.record("t1", FINGERPRINT, [outcome("a1")], [(page("a.jpg"), "a1")])
    assert store.pending("t1", FINGERPRINT) == []
    assert store.pending("t1", "new") == [page("a.jpg")]


def test_a_page_noted_before_its_result_is_written_stays_pending(store: Store) -> None:
    store.save(Tournament("t1", CUP))
    store.add_pages("t1", [(page("a.jpg"), Known())])
    store.record("t1", FINGERPRINT, [], [(page("a.jpg"), "a1")])
    assert store.counts("t1")["pending"] == 1 and store.pending("t1", FINGERPRINT) == [page("a.jpg")]


def test_a_moved_folder_does_not_double_its_pages(store: Store) -> None:
    store.save(Tournament("t1", CUP))
    for path in ("/old/a.jpg", "/new/a.jpg"):
        store.add_pages("t1", [(page("in/a.jpg", path), Known())])
        store.record("t1", FINGERPRINT, [outcome("a1")], [(page("in/a.jpg", path), "a1")])
    assert [item.page.path for item in store.pages("t1")] == ["/new/a.jpg"]


def test_what_the_manifest_said_stays_when_a_later_run_has_none(store: Store) -> None:
    store.save(Tournament("t1", CUP))
    listed = Known(Identity(), {0: Identity("Anna", "1", "", "manifest")})
    store.add_pages("t1", [(page("a.jpg"), listed)])
    store.add_pages("t1", [(page("a.jpg"), Known(Identity("a", how="name")))])
    assert next(store.pages("t1")).known == listed


def test_the_log_keeps_its_order_while_several_write(store: Store) -> None:
    store.save(Tournament("t1", CUP))

    def write(who: str) -> None:
        for number in range(10):
            store.append("t1", who, "ruling", "", {"word": "URN", "number": number}, "weil ß")

    threads = [threading.Thread(target=write, args=(who,)) for who in ("Anna", "Ben")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    log = store.log("t1")
    assert len(log) == 20 and [entry.id for entry in log] == sorted(entry.id for entry in log)
    assert [entry.what["number"] for entry in log if entry.who == "Anna"] == list(range(10))
    assert log[0].why == "weil ß"


def test_a_whole_tournament_lives_in_either_store(url: str, tmp_path: Path) -> None:
    plan(tmp_path / "in" / "Anna.jpg")
    plan(tmp_path / "in" / "Ben.jpg", GRIDS[1])
    with start(tmp_path / "out", CUP, url) as session:
        score(session, tmp_path / "in")
        assert session.export().summary.scored == 2
        session.arbiter("Eva").rule("urn", allow=False)
    with resume(tmp_path / "out", url) as session:
        assert {place.player: place.total for place in session.overview().places}["Anna"] == 49
        assert (tmp_path / "out" / "results.jsonl").read_text().count("\n") == 2


def test_a_nul_character_stops_nobody(url: str, tmp_path: Path) -> None:
    plan(tmp_path / "in" / "Anna.jpg")
    with start(tmp_path / "out", CUP, url) as session:
        score(session, tmp_path / "in")
        row = session.overview().rows[0]
        session.arbiter("E\0va").player(row.key, "An\0na B", why="be\0cause")
        assert [place.player for place in session.overview().places] == ["An na B"]
        assert "\0" not in "".join(entry.who + entry.why for entry in session.overview().log)


def test_opening_twice_migrates_once_and_keeps_everything(url: str) -> None:
    first = Store.open(url)
    first.save(Tournament("t1", CUP))
    second = Store.open(url)
    assert second.tournament("t1").name == "Cup"
    first.close()
    second.close()


def test_the_migrations_make_the_tables_that_the_queries_expect(url: str) -> None:
    import sqlalchemy as sa

    from tournament.tables import metadata

    Store.open(url).close()
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    inspector = sa.inspect(engine)
    for table in metadata.sorted_tables:
        columns = {column["name"]: column["nullable"] for column in inspector.get_columns(table.name)}
        assert columns == {column.name: bool(column.nullable) for column in table.columns}
        assert set(inspector.get_pk_constraint(table.name)["constrained_columns"]) == {
            c.name for c in table.primary_key
        }
    engine.dispose()


def test_the_newest_migration_is_the_one_the_store_asks_for() -> None:
    from alembic.script import ScriptDirectory

    assert ScriptDirectory(str(MIGRATIONS)).get_current_head() == NEWEST


def test_a_store_that_cannot_be_reached_says_so(tmp_path: Path) -> None:
    for url in (
        "postgresql://nobody@127.0.0.1:1/none",
        f"sqlite:///{tmp_path}/no/such/folder/x.sqlite",
        "nonsense://x",
    ):
        with pytest.raises(StoreUnavailable):
            Store.open(url)


def test_sqlite_writes_ahead(tmp_path: Path) -> None:
    import sqlite3

    Store.open(f"sqlite:///{tmp_path / 'x.sqlite'}").close()
    connection = sqlite3.connect(tmp_path / "x.sqlite")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_only_pages_that_changed_are_read_again(store: Store) -> None:
    store.save(Tournament("t1", CUP))
    store.add_pages("t1", [(page("a.jpg"), Known()), (page("b.jpg"), Known())])
    at = store.revision("t1")
    assert list(store.pages("t1", at)) == []
    store.record("t1", FINGERPRINT, [outcome("aa")], [(page("b.jpg"), "aa")])
    assert [(found.page.name, found.state) for found in store.pages("t1", at)] == [("b.jpg", "done")]
    at = store.revision("t1")
    store.record("t1", FINGERPRINT, [], [(page("a.jpg"), "aa")])
    store.record("t1", FINGERPRINT, [outcome("aa", "rejected")], [(page("a.jpg"), "aa")])  # tried again
    names = {(found.page.name, found.state) for found in store.pages("t1", at)}
    assert names == {("a.jpg", "rejected"), ("b.jpg", "rejected")}, "both show the same photo"
    at = store.revision("t1")
    store.append("t1", "Eva", "publish", "", {}, "")
    assert list(store.pages("t1", at)) == []
    listed = Known(listed={0: Identity("Anna", "1", "", "manifest")})
    store.add_pages("t1", [(page("a.jpg"), listed)])
    assert [found.known.listed[0].player for found in store.pages("t1", at)] == ["Anna"]
    assert store.page_count("t1") == 2


def test_a_deleted_tournament_takes_no_more_results(store: Store) -> None:
    for id in ("t1", "t2"):
        store.save(Tournament(id, CUP))
        store.add_pages(id, [(page("a.jpg"), Known())])
        store.record(id, FINGERPRINT, [outcome("aa")], [(page("a.jpg"), "aa")])
        store.append(id, "Eva", "publish", "", {}, "")
    store.delete("t1")
    assert not store.has("t1") and store.log("t1") == [] and list(store.pages("t1")) == []
    with pytest.raises(UnknownTournament):
        store.record("t1", FINGERPRINT, [outcome("bb")], [(page("a.jpg"), "bb")])
    with pytest.raises(UnknownTournament):
        store.add_pages("t1", [(page("c.jpg"), Known())])
    with pytest.raises(UnknownTournament):
        store.delete("t1")
    assert store.page_count("t2") == 1 and len(store.log("t2")) == 1


@pytest.mark.parametrize("secret", ["{user}:geheim@/{rest}", "{user}@/{rest}&password=geheim"])
def test_a_folder_remembers_its_database_but_no_password(postgresql: Path, tmp_path: Path, secret: str) -> None:
    user, rest = private_postgres.new_database(postgresql).removeprefix("postgresql://").split("@/")
    url = "postgresql://" + secret.format(user=user, rest=rest)
    plan(tmp_path / "in" / "Anna.jpg")
    with start(tmp_path / "out", CUP, url) as session:
        score(session, tmp_path / "in")
        session.export()
    files = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    assert not [name for name, content in files.items() if b"geheim" in content]
    told = CliRunner().invoke(command, ["standings", str(tmp_path / "out"), "--format", "csv"])
    assert told.exit_code == 0 and "1,Anna,52" in told.stdout
    other = url.replace(f"/{rest.partition('?')[0]}", "/another")
    refused = CliRunner().invoke(
        command, ["run", str(tmp_path / "in"), "--out", str(tmp_path / "out"), "--store", other]
    )
    assert refused.exit_code == 1 and "[other-store]" in refused.stderr and "geheim" not in refused.stderr
    assert rest.partition("?")[0] in refused.stderr and "/another" in refused.stderr
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()} == files
