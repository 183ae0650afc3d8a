"""`fitl read`: sentences as moves."""

from __future__ import annotations

import msgspec
from command_line import HEADER, TUTORIAL, fitl

TRAIN = "ARVN trains in Saigon, 6 troops"


def test_a_sentence_as_argument_or_on_standard_input() -> None:
    """A sentence reads the same as an argument or from standard input, quoted or not."""
    said = fitl("read", TUTORIAL, "--at", "3", TRAIN)
    assert said.exit_code == 0
    assert said.output.splitlines()[0] == "ARVN train Sai+6at aid+5   (certain)"
    assert said.output.splitlines()[1] == "    from: trains | Saigon | 6 troops"
    assert fitl("read", TUTORIAL, "--at", "3", *TRAIN.split()).output == said.output
    assert fitl("read", TUTORIAL, "--at", "3", stdin=TRAIN).output == said.output


def test_the_proposals_as_json() -> None:
    """JSON proposals have exactly these fields; without a proposal the list is empty."""
    found = msgspec.json.decode(fitl("read", "--json", TUTORIAL, "--at", "3", TRAIN).stdout)
    assert found == {
        "proposals": [
            {
                "move": "ARVN train Sai+6at aid+5",
                "certain": True,
                "from": ["trains", "Saigon", "6 troops"],
                "assumes": [],
            }
        ]
    }
    nothing = fitl("read", "--json", TUTORIAL, "--at", "3", "good morning")
    assert nothing.stdout == '{"proposals":[]}\n'
    assert nothing.exit_code == 1


def test_where_the_game_stands_now() -> None:
    """Without `--at` a sentence is read after the last event; an unsound game is reported."""
    game = HEADER + "#107\n"
    assert fitl("read", "-", "we play the event, shaded", stdin=game).output.startswith("VC   event shaded")
    assert fitl("read", "-", stdin=game).exit_code == 2
    assert fitl("read", TUTORIAL, "--at", "1", "VC passes").output.startswith("VC   pass   (certain)")
    assert fitl("read", TUTORIAL, "VC passes").exit_code == 1
    assert fitl("read", "no-such-file", "VC passes").exit_code == 3


def test_a_text_that_is_no_sentence() -> None:
    """A text that is too long, empty or binary is refused."""
    assert "at most 2000 are read" in fitl("read", TUTORIAL, "x" * 3000).stderr
    assert fitl("read", TUTORIAL, "x" * 3000).exit_code == 3
    assert fitl("read", TUTORIAL, stdin="").exit_code == 3
    assert fitl("read", TUTORIAL, stdin=b"\x00\xff\x00").exit_code == 3


def test_nothing_of_a_text_reaches_the_terminal_raw() -> None:
    """Control characters are shown, not obeyed."""
    said = fitl("read", TUTORIAL, "--at", "3", TRAIN + " \x1b[31m\u202e")
    assert "\x1b" not in said.output and "\u202e" not in said.output
