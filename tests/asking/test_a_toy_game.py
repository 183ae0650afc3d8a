"""`asking` knows nothing of this game: a small toy game is played through it."""

import pytest

from fitl_core.asking.questions import Question, Taken, ask_for_the_same, either
from fitl_core.asking.written_answers import WrittenAnswers, follow
from fitl_core.errors import Refusal, Violation


class Pick(Question):
    """One of several words that begin with a letter."""

    usual_step = "pick"
    words: tuple[str, ...]
    letter: str

    def take(self, written):
        if not isinstance(written, str):
            return None
        if written not in self.words or not written.startswith(self.letter):
            return Refusal("option-not-open", self.rule, f"{written} is no word with {self.letter}")
        return Taken(written)

    def candidates(self):
        return iter(self.words)


class Die(Question):
    """How many more words the other picks."""

    by_chance = True

    def take(self, written):
        return Taken(written) if isinstance(written, int) else None

    def candidates(self):
        return iter((1, 2))


WORDS = ("apple", "axe", "bread", "car", "cup")


def toy(table):
    """Ann picks a word with a; the die says how many Ben picks with b or c."""
    table.append((yield Pick("Ann", "1", "a word with a", WORDS, "a")))
    for _ in range((yield Die("Ann", "2", "how many words"))):
        b, c = (Pick("Ben", "3", "another word", WORDS, letter, optional=True) for letter in "bc")
        table.append((yield either(b, c)))


def played(*said):
    """Return the table after these written answers."""
    table: list[str] = []
    follow(toy(table), WrittenAnswers(said))
    return table


def test_a_toy_game_is_asked():
    """An answer comes from the Faction that decides, a die from anyone. An optional answer may be skipped."""
    assert played(("Ann", "axe"), ("Ben", 2), ("Ben", "cup")) == ["axe", "cup", None]


@pytest.mark.parametrize(
    ("said", "rule", "code"),
    [
        ([("Ann", "cup")], "1", "option-not-open"),
        ([("Ben", "axe")], "1", "missing-choice"),
        ([("Ann", "axe"), ("Ann", 1), ("Ben", "apple")], "3", "option-not-open"),
        ([("Ann", "axe"), ("Ann", 1), ("Ben", "cup"), ("Ben", "car")], "3", "surplus-clause"),
    ],
)
def test_a_toy_game_refuses(said, rule, code):
    """A wrong answer is refused under the toy's own rule."""
    with pytest.raises(Violation) as refused:
        played(*said)
    assert (refused.value.rule, refused.value.code) == (rule, code)


def again(table):
    """Ann picks a word with b, which is forced, then another; Ben picks one with c."""
    table.append((yield Pick("Ann", "1", "a word", ("bread",), "b")))
    table.append((yield Pick("Ann", "1", "a word", WORDS, "a")))
    table.append((yield Pick("Ann", "1", "a last word", WORDS, "c")))


def test_what_was_wrong_is_not_made_right_by_force():
    """A clause refused by a forced question is not taken when that question asks again for the same thing."""
    table: list[str] = []
    follow(again(table), WrittenAnswers([("Ann", "bread"), ("Ann", "axe"), ("Ann", "cup")]))
    assert table == ["bread", "axe", "cup"]
    with pytest.raises(Violation) as refused:
        follow(again([]), WrittenAnswers([("Ann", "axe"), ("Ann", "cup")]))
    assert (refused.value.code, refused.value.asked, refused.value.legal) == (
        "option-not-open",
        "a word",
        ("bread",),
    )
    forced = Pick("Ann", "1", "a word", ("bread",), "b")
    assert ask_for_the_same(Pick("Ann", "1", "a word", WORDS, "a"), forced)
    assert not ask_for_the_same(Pick("Ann", "1", "a last word", WORDS, "c"), forced)
    assert not ask_for_the_same(Pick("Bob", "1", "a word", WORDS, "a"), forced)
