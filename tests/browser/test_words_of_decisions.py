"""The words that a player reads where he decides: Events, Pivotal Events, lasting effects, idle moves."""

from __future__ import annotations

import pytest
from playing import TWO, Comes, Served, Table

from fitl_core.facts.card_list import cards
from fitl_core.facts.card_words import card_words
from fitl_core.facts.clarifications import clarifications_on_card
from fitl_core.rules.deception import NAMES, USES

HOLDING = "0 "


def test_both_sides_of_an_event_are_chosen_by_their_words(table: Table, comes: Comes) -> None:
    """Each side has its words, and the card its clarifications; the chosen side's words stay in sight."""
    person = comes(table.address("US+ARVN"))
    number = table.look()["position"]["card"]
    person.page.wait_for_selector('button[data-answer="event"]')
    person.click('button[data-answer="event"]')
    shown = person.page.locator(".side-choices").inner_text()
    assert f"#{number} {cards()[number].title}" in shown
    for side, words in card_words()[number].items():
        beside = person.page.locator(".side-choice", has=person.page.locator(f'[data-answer="{side}"]'))
        assert words in beside.inner_text()
    for one in clarifications_on_card(number):
        assert one.answer in (person.page.locator(".side-choices .clarified").text_content() or "")
    person.click('[data-answer="shaded"]')
    chosen = person.page.locator(".event-words").inner_text()
    assert card_words()[number]["shaded"] in chosen and card_words()[number]["unshaded"] not in chosen


def test_a_pivotal_event_is_offered_with_its_words_and_figures(server: Served, comes: Comes) -> None:
    """2.3.8: name, words, conditions with the present figures, and the orders, none of them folded away."""
    table = Table.opened(server, "pivotal-words", seed=HOLDING, scenario="medium")
    person = comes(table.address("VC"))
    offer = person.page.locator(".pivotal")
    offer.wait_for()
    text = offer.inner_text()
    assert "Place #124 Tet Offensive" in text and card_words()[124]["unshaded"] in text
    assert "Met: more than 20 VC Guerrillas in South Vietnam (there are " in text
    assert "Met: at least 2 cards in the RVN Leader box (there: card " in text
    assert person.page.locator(".pivotal button.main").count() == 0
    orders = person.page.locator(".orders")
    assert person.is_shown('.orders button[data-key="give VC: waive"]')
    assert "Place it as soon as it can be placed" in orders.inner_text()
    assert all(str(number) in (orders.text_content() or "") for number in (121, 122, 123))


def test_what_is_in_effect_is_told(server: Served, comes: Comes) -> None:
    """The RVN Leader, Capabilities, Momentum and Deception markers have their words."""
    table = Table.opened(
        server, "effect", seed=HOLDING, scenario="medium", options=["deception", "period-events"]
    )
    person = comes(table.address("VC"))
    person.page.wait_for_selector(".in-effect")
    position = table.look()["position"]
    shown = person.page.locator(".in-effect").inner_text()
    words = shown.lower()
    lasting = [(int(card), side) for card, side in position["capabilities"].items()]
    lasting += [(one["card"], one["side"]) for one in position["momentum"]]
    assert lasting
    for number, side in lasting:
        assert f"#{number} {cards()[number].title}" in shown
        assert card_words()[number][side].partition(": ")[2].lower() in words
    leader = next(card for card in cards().values() if card.id == position["leader"]["current"])
    assert leader.title in shown
    person.click(f'.in-effect [data-card="{lasting[0][0]}"]')
    dialog = person.page.locator("dialog[open]").inner_text()
    assert all(text in dialog for text in card_words()[lasting[0][0]].values())
    person.click('[data-key="close card"]')
    assert person.page.locator("dialog[open]").count() == 0
    own = person.page.locator(".markers").text_content() or ""
    for marker in table.look(seat="VC")["markers"]:
        assert f"{NAMES[marker]} {USES[marker]}" in own


def test_a_move_that_does_nothing_says_so(table: Table, comes: Comes) -> None:
    """An idle move is called idle before it is played; another move is not."""
    person = comes(table.address("US+ARVN"))
    person.types("US patrol")
    person.page.wait_for_selector("[data-key=play]:not([disabled])")
    assert person.page.locator(".idle").inner_text() == "This move does nothing."
    person.types("US train Sai+2at")
    person.page.wait_for_selector("[data-key=play]:not([disabled])")
    assert person.page.locator(".idle").count() == 0


def test_a_question_is_shown_once(table: Table, comes: Comes) -> None:
    """A question that is open in several places of a move has one heading and one button for each answer."""
    person = comes(table.address("US+ARVN"))
    person.types("US train Sai")
    person.page.wait_for_selector(".questions legend")
    prompts = person.page.locator(".questions .prompt").all_inner_texts()
    assert len(prompts) == len(set(prompts)) and any("Special Activity" in one for one in prompts)
    keys = person.page.locator(".questions button[data-answer]").evaluate_all(
        "all => all.map((one) => one.dataset.answer)"
    )
    assert len(keys) == len(set(keys))


def test_two_players_share_the_words(server: Served, comes: Comes) -> None:
    """A spectator reads the words of cards, and is offered nothing."""
    table = Table.opened(server, "watching-words", players=TWO)
    person = comes(table.address())
    person.page.wait_for_selector(".in-effect")
    assert person.page.locator(".side-choices, .pivotal, .since:visible").count() == 0


def test_an_answer_tells_its_effect_and_cost(table: Table, comes: Comes) -> None:
    """Before it is given: in the list while the pointer or the focus is on it, and on the board."""
    person = comes(table.address("US+ARVN"))
    person.page.wait_for_selector('button[data-answer="train"]')
    person.page.focus('button[data-answer="train"]')
    person.page.wait_for_selector(".preview:visible")
    assert person.page.locator(".preview").inner_text().startswith("No effect or cost yet. Next: ")
    person.types("US train Sai")
    person.page.hover('.questions [data-answer="Sai+2ap"]')
    person.page.wait_for_selector(".preview:has-text('2 Police placed in Saigon from Available')")
    assert "ARVN Resources 33 -> 30" in person.page.locator(".preview").inner_text()
    assert person.page.input_value("#line") == "US   train Sai", "no answer is given yet"
    person.page.mouse.move(1, 1)
    person.page.wait_for_selector(".preview", state="hidden")
    person.types("US sweep")
    person.page.locator("#ground-saigon rect").first.hover(position={"x": 4, "y": 4})
    person.page.wait_for_selector(".about p:has-text('This move does nothing.')")


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (390, 844), (844, 390), (768, 1024)])
def test_the_question_for_a_pivotal_event_is_on_the_first_screen(
    server: Served, comes: Comes, size: tuple[int, int]
) -> None:
    """2.3.8: while play waits for it, the question comes before the figures; on a phone with its answers."""
    table = Table.opened(server, f"pivotal-{size[0]}", seed=HOLDING, scenario="medium")
    person = comes(table.address("VC"), viewport=dict(zip(("width", "height"), size, strict=True)))
    person.page.wait_for_selector(".pivotal", state="attached")
    person.rest()
    heading = person.page.locator(".pivotal h3").bounding_box()
    assert heading is not None and heading["y"] + heading["height"] <= size[1]
    if size == (390, 844):
        answer = person.page.locator(".pivotal .answers").bounding_box()
        assert answer is not None and answer["y"] + answer["height"] <= size[1]
