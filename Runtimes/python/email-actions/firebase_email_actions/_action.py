"""An email action and the check of its continue URLs."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MAXIMUM_LENGTH = 2048
_REST = re.compile(
    r"(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*/?"
    r"(?:\?(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?"
    r"(?:#(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?"
)


@dataclass(frozen=True)
class Action:
    """An email action in one environment."""

    url: str
    prefix: str
    """The start of every continue URL: ``url`` up to its query."""
    base: str
    """``prefix`` without a final slash; empty if only ``url`` is allowed."""
    handle_code_in_app: bool = False
    ios_bundle_id: str | None = None
    android_package_name: str | None = None
    android_install_app: bool | None = None
    android_minimum_version: str | None = None
    link_domain: str | None = None

    def allows(self, url: object) -> bool:
        """Tell whether the URL may be a continue URL."""
        if not isinstance(url, str):
            return False
        value = str.__str__(url)
        if value == self.url:
            return True
        return (
            len(value) <= _MAXIMUM_LENGTH
            and value.startswith(self.prefix)
            and _REST.fullmatch(value[len(self.base) :]) is not None
        )
