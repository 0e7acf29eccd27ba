"""How common the strings of a language are, valid or not: what players may take for words."""

from lexicons.build.zipf import WORDFREQ, zipf_table
from lexicons.fold import fold
from lexicons.frequency import MAGIC, RAREST
from lexicons.lexicon_errors import BadWord


def frequencies(language: str) -> bytes:
    """Give the file of frequencies: a line for each tenth of the Zipf scale, commonest first."""
    found: dict[str, float] = {}
    for spelling, zipf in zipf_table(language).items():
        if "." in spelling:  # a.m is how a text writes it, not a player
            continue
        try:
            letters = fold(spelling, language)
        except BadWord:
            continue
        if zipf >= RAREST and 2 <= len(letters) <= 5:
            found[letters] = max(found.get(letters, 0.0), zipf)
    tenths: dict[str, list[str]] = {}
    for word in sorted(found):
        tenths.setdefault(f"{found[word]:.1f}", []).append(word)
    header = [MAGIC, f"#language {language}", "#licence CC-BY-SA-4.0", f"#source wordfreq {WORDFREQ} (Robyn Speer)"]
    lines = [" ".join([tenth, *tenths[tenth]]) for tenth in sorted(tenths, key=float, reverse=True)]
    return ("\n".join([*header, *lines]) + "\n").encode("ascii")
