"""The options of `fitl serve` for messages: what is wrong is reported before anything is served."""

from __future__ import annotations

import pytest
from command_line import fitl

from fitl_cli.message_options import MessageChoices, posting_of

PUBLIC = ("--public-url", "https://fitl.example")
FROM = ("--mail-from", "table@fitl.example")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--webhooks"], "give --public-url"),
        (["--smtp", "smtp://mail.example"], "give --public-url"),
        (["--smtp", "smtp://mail.example", *PUBLIC], "--mail-from"),
        (["--smtp", "mail.example", *PUBLIC, *FROM], "smtp://USER:PASSWORD@HOST:587"),
        (["--smtp", "http://mail.example", *PUBLIC, *FROM], "smtp://USER:PASSWORD@HOST:587"),
        (["--smtp", "smtp://mail.example:x", *PUBLIC, *FROM], "smtp://USER:PASSWORD@HOST:587"),
        (["--smtp", "smtp://mail.example", *PUBLIC, "--mail-from", "fitl"], "name@example.org"),
        (["--webhooks", "--public-url", "fitl.example"], "https://fitl.example/"),
        (["--webhooks", "--public-url", "https://fitl.example/?a"], "https://fitl.example/"),
        (["--webhooks", "--public-url", "https://fitl.example:x/"], "https://fitl.example/"),
        (["--webhooks", "--public-url", "https://a\nb/"], "https://fitl.example/"),
    ],
)
def test_wrong_settings_are_reported(options: list[str], why: str) -> None:
    """Exit code 2, with the right form in the message; a password is not repeated."""
    result = fitl("serve", "--store", "memory:", "--host", "192.0.2.1", *options)
    assert result.exit_code == 2 and why in result.output and "Traceback" not in result.output


def test_the_ways_follow_from_the_options() -> None:
    """Nothing is offered without options; the public address gets its slash, and its host is a name."""
    assert posting_of(MessageChoices("", "", "", False)) is None
    both = MessageChoices("https://Fitl.example/", "smtps://a%40b:c%3Ad@mail.example", FROM[1], True)
    found = posting_of(both)
    assert found is not None and set(found.carriers) == {"mail", "webhook"} and both.host == "fitl.example"
    carrier = found.carriers["mail"]
    server = carrier._server  # type: ignore[attr-defined]
    assert (server.host, server.port, server.user, server.password) == ("mail.example", 465, "a@b", "c:d")
