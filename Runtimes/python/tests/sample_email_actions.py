"""The email actions of the policy."""

from __future__ import annotations

import enum

from ._action import Action


class EmailAction(str, enum.Enum):
    """What an email is for."""

    SIGN_IN = "sign_in"
    RESET = "reset"


ACTIONS: dict[str, dict[str, Action]] = {
    "prod": {
        "sign_in": Action(
            url="https://app.example/finish?a=1",
            prefix="https://app.example/finish",
            base="https://app.example/finish",
            handle_code_in_app=True,
            ios_bundle_id="com.example.app",
        ),
        "reset": Action(url="home:", prefix="home:", base=""),
    },
    "sandbox": {},
}
