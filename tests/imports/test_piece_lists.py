"""Lists of pieces by space, in the forms in which people have them, held against a position."""

from __future__ import annotations

import pytest
from measured import in_time
from table import position

from fitl_core.imports.piece_checks import PieceCheck, check_pieces
from fitl_core.imports.piece_lists import PieceList, UnreadableTable, read_pieces

BOARD = position("Tay: 2vg 1vg* 1vb^ 1ng; Hue: 3at 1ap; Sai: 2ut", oop="6ut").state
ROWS = ("Tay Ninh,VC Guerrilla,3", "Tay Ninh,VC Base,1", "Tay Ninh,ng,1", "Hue,ARVN Troops,3", "Hue,ap,1")
FORMS = {
    "rows": "\n".join(["space,piece,count", *ROWS]),
    "rows without a header": "\n".join(ROWS).replace(",", ";"),
    "rows in another order": "\n".join(
        ["Count\tPiece\tSpace", *["\t".join(reversed(row.split(","))) for row in ROWS]]
    ),
    "columns": "Space,VC Guerrillas,VC Base,ng,ARVN Troops,Police\nTay Ninh,3,1,1,0,\nHue,-,,,3,1\n",
    "columns of a page": (
        "| Space | vg | VC Guerrillas (active) | vb^ | ng | at | ap |\n|---|--:|--:|--:|--:|--:|--:|\n"
        "| Tay Ninh | 2 | 1 | 1 | 1 | | |\n| Hue | 0 | 0 | 0 | 0 | 3 | 1 |\n"
    ),
    "lines": "Tay Ninh: 3 VC guerrillas, 1 base, NVA guerrilla\n\nHue: 3x ARVN troops and 1 police\n",
    "lines of codes": "Tay: 2vg vg* vb^ ng\nHue: 3at ap\n",
    "the number behind": (
        "```\nTay Ninh: VC guerrillas 3; VC bases: 1; NVA guerrillas x1\nHue: ARVN troops 3, police 1\n```"
    ),
}


def checked(text: str, whole: bool = False) -> PieceCheck:
    """A list held against the board."""
    return check_pieces(BOARD, read_pieces(text.encode()), whole)


def told(text: str) -> list[str]:
    """Return the differences, in words."""
    return [str(one) for one in checked(text).different]


def faults(text: str) -> list[tuple[int, int, str]]:
    """Return the unreadable parts, with their places."""
    with pytest.raises(UnreadableTable) as refused:
        read_pieces(text.encode())
    return [(one.line, one.column, one.message) for one in refused.value.faults]


def test_a_column_that_is_not_known_is_the_fault() -> None:
    """An unknown column is the fault, and not the table around it, where the others name pieces."""
    ((line, column, why),) = faults(
        "| Space | VC gerillos | VC Base |\n|---|---|---|\n| Tay Ninh | 3 | 1 |\n"
    )
    assert (line, column) == (1, 11) and why.startswith('no piece is called "VC gerillos"')


def test_a_dash_stands_for_the_colon() -> None:
    """A dash may stand for the colon where the line has none; the name of a LoC has its own dashes."""
    assert told("Tay Ninh: 3 VC guerrillas, 1 base, NVA guerrilla\nHue - 3 ARVN troops, 1 police") == []
    assert told("Hue - Da Nang: 1 police") == ["Hue - Da Nang: log 0 Police, table 1"]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_says_the_same(form: str) -> None:
    """Every form gives the same position; Saigon is not named."""
    found = checked(FORMS[form])
    assert found.different == () and found.untold == ("saigon",) and found.spaces == 2


def test_what_differs_is_told_by_space_and_name() -> None:
    """The report has the log's number and the table's; a piece that the table leaves out counts as none."""
    assert told("Tay Ninh: 1 VC guerrilla, 1 base") == [
        "Tay Ninh: log 3 VC Guerrillas, table 1",
        "Tay Ninh: log 1 NVA Guerrilla, table 0",
    ]


def test_states_count_apart_where_they_are_named() -> None:
    """Active ones named: the others are the Underground ones. A tunneled Base is not a Base then."""
    assert told("Tay: 1 active VC guerrilla, 1 VC guerrilla, vb^, ng") == [
        "Tay Ninh: log 2 VC Guerrillas (Underground), table 1"
    ]
    assert told("Tay: 2 underground VC guerrillas, 2 active VC guerrillas, ng, 1 tunneled VC base") == [
        "Tay Ninh: log 1 Active VC Guerrilla, table 2"
    ]


def test_columns_count_only_their_kinds() -> None:
    """A matrix without a column for Bases makes no claim about them."""
    assert told("Space,VC Guerrillas\nTay Ninh,2\nHue,\n") == ["Tay Ninh: log 3 VC Guerrillas, table 2"]


def test_boxes_count_what_is_named() -> None:
    """Casualties, Out of Play and Available are places too."""
    assert told("Out of Play: 5 US troops\n") == ["Out of Play: log 6 US Troops, table 5"]
    assert told("oop: 6ut\ncasualties: 0 US troops\n") == []


def test_a_whole_map_is_empty_where_it_says_nothing() -> None:
    """With `whole`, a space that is left out counts as empty."""
    found = checked(FORMS["lines"], whole=True)
    assert [str(one) for one in found.different] == ["Saigon: log 2 US Troops, table 0"]
    assert found.untold == ()


def test_unknown_names_have_their_place() -> None:
    """Each unknown name is reported with line and column, and with similar names."""
    assert faults("piece,count,space\nvc guerillas,2,Hanoi\nTank,x,Hue\n") == [
        (2, 16, 'no space is called "Hanoi"'),
        (3, 1, 'no piece is called "Tank"'),
        (3, 6, '"x" is no number of pieces from 0 to 99'),
    ]
    (found,) = faults("Hue: 2 trops, 1 VC base")
    assert found[:2] == (1, 8) and found[2].startswith('no piece is called "trops" (perhaps: troops')
    assert faults("Hue: 2 troops") == [(1, 8, '"troops" does not say whose')]


@pytest.mark.parametrize(
    "text", ["---", "hello", "Hue\n", "a,b\n1,2\n", "space,piece,count\nHue,at\n", "Hue: 1000at"]
)
def test_what_is_no_table_is_refused(text: str) -> None:
    """A text that is no table is refused with a place."""
    assert faults(text)


def test_a_cell_beyond_the_columns_is_told() -> None:
    """A number that no column has is not passed over."""
    assert faults("Space,ut\nHue,1,2\n") == [(2, 7, "there is no column for this")]


def test_the_same_space_in_several_rows_adds_up() -> None:
    """Pieces of one name in one space are counted together."""
    found = read_pieces(b"Hue,at,1\nHue,at,2\nHue,ap,1\n")
    assert isinstance(found, PieceList) and sum(found.places["hue"].values()) == 4


@pytest.mark.parametrize(
    "line", ["Hue: " + "2 VC guerrillas, " * 10_000, "Hue,vg,1\n" * 15_000, "a,b,3\n" * 15_000]
)
def test_long_tables_are_read_in_time(line: str) -> None:
    """The time grows with the length, not with its square; at most twenty faults are reported."""
    refused = in_time(6, lambda: _refused(line))
    if refused is not None:
        assert len(refused.faults) == 20 and refused.faults[-1].message.endswith("the rest is not read")


def _refused(text: str) -> UnreadableTable | None:
    try:
        read_pieces(text.encode())
    except UnreadableTable as refused:
        return refused
    return None


@pytest.mark.parametrize("text", ["", " \n\n", ",,,\n\n,,\n", "|---|---|\n"])
def test_a_table_with_nothing_in_it(text: str) -> None:
    """An empty table is reported as one, and not as a log that lacks its header."""
    assert faults(text) == [(1, 1, "the table is empty")]


@pytest.mark.parametrize("row", ["Tay Ninh: {} 2x", "Tay: 2 x {} ng", "Hue: {}2", "Hue: {}+"])
@pytest.mark.parametrize("part", [" ", "1", "x ", "2vg* ", "at ", "a"])
def test_long_rows_are_answered(row: str, part: str) -> None:
    """A row of whatever stands in it again and again is read, or is a fault, at once."""
    in_time(1, lambda: _refused(row.format(part * (18_000 // len(part)))))
