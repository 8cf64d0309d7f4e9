"""Compares granted scopes with requested ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def missing_scopes(
    scopes: Iterable[str], granted: str | Iterable[str] | None
) -> list[str]:
    """Return the scopes that the user didn't grant, in their order.

    ``granted`` is a list, or ``scope`` of the token response; None means no scope.
    Google grants ``email`` and ``profile`` by their long names.
    """
    given = granted.split(" ") if isinstance(granted, str) else granted or ()
    known = {_canonical(scope) for scope in given}
    return [scope for scope in scopes if _canonical(scope) not in known]


def _canonical(scope: str) -> str:
    if scope in ("email", "profile"):
        return f"https://www.googleapis.com/auth/userinfo.{scope}"
    return scope
