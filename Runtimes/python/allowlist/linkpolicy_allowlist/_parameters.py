"""Strict reading of request parameters, and the URLs that responses redirect to."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from ._reasons import RefusedError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


def text(value: object) -> str | None:
    """Return a string by value, because a subclass can redefine equality.

    Any other type is None, so that it never matches.
    """
    return str.__str__(value) if isinstance(value, str) else None


def raw_text(value: object) -> str | None:
    """Return a raw query, body or header: a string, or bytes that are valid UTF-8."""
    if not isinstance(value, bytes):
        return text(value)
    try:
        return bytes.decode(value)
    except UnicodeDecodeError:
        return None


@dataclass(frozen=True, repr=False)
class Parameters:
    """The parameters of one request."""

    known: Mapping[str, str]
    """The parameters that the allowlist checks, without empty values."""
    other: tuple[tuple[str, str], ...]
    """All other parameters as decoded name and value, in order."""

    def __getitem__(self, name: str) -> str | None:
        """Return a known parameter; None if it is missing or empty."""
        return self.known.get(name)


def read_parameters(
    query: object,
    checked: Collection[str],
    single: Collection[str],
    *,
    plus_is_space: bool,
) -> Parameters:
    """Read a query or a form (RFC 6749 section 3.1).

    A malformed escape, invalid UTF-8 or a repeated parameter of ``checked`` or
    ``single`` refuses the whole request: two parsers could read it differently.
    """
    whole = raw_text(query)
    if whole is None:
        raise RefusedError("malformed-request", "invalid_request")
    pairs: list[tuple[str, str]] = []
    try:
        for piece in whole.partition("#")[0].split("&"):
            name, _, value = piece.partition("=")
            decoded = decode(name, plus_is_space=plus_is_space)
            pairs.append((decoded, decode(value, plus_is_space=plus_is_space)))
    except ValueError:
        raise RefusedError("malformed-request", "invalid_request") from None
    known: dict[str, str] = {}
    seen: set[str] = set()
    other: list[tuple[str, str]] = []
    for name, value in pairs:
        if name in seen:
            raise RefusedError("duplicate-parameter", "invalid_request")
        if name in checked or name in single:
            seen.add(name)
        if name not in checked:
            if name or value:
                other.append((name, value))
        elif value:
            known[name] = value
    return Parameters(known, tuple(other))


_LAST_ASCII = 0x7F
_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})?")


def decode(value: str, *, plus_is_space: bool) -> str:
    """Decode percent escapes; unlike ``urllib``, repair nothing.

    Raises ``ValueError`` for a malformed escape, invalid UTF-8 or a lone surrogate.
    """
    data = value.encode()
    if plus_is_space:
        data = data.replace(b"+", b" ")
    return _ESCAPE.sub(_byte, data).decode()


def _byte(escape: re.Match[bytes]) -> bytes:
    digits = escape[1]
    if digits is None:
        message = "a percent sign without two hex digits"
        raise ValueError(message)
    return bytes.fromhex(digits.decode())


def basic_credentials(header: object) -> tuple[str, str | None] | None:
    """Return ID and secret of a Basic header (RFC 6749 section 2.3.1), or None.

    Both are form-decoded. Only padded Base64 in its canonical form is accepted. An
    empty secret is None.
    """
    value = raw_text(header)
    if value is None:
        return None
    scheme, _, token = value.strip(" \t").partition(" ")
    if scheme.lower() != "basic":
        return None
    token = token.lstrip(" ")
    try:
        pair = base64.b64decode(token, validate=True)
        if base64.b64encode(pair) != token.encode() or b":" not in pair:
            return None
        # Escapes keep the bytes that are not ASCII.
        name, _, value = "".join(
            chr(byte) if byte <= _LAST_ASCII else f"%{byte:02X}" for byte in pair
        ).partition(":")
        client_id = decode(name, plus_is_space=True)
        secret = decode(value, plus_is_space=True)
    except ValueError:
        return None
    return (client_id, secret or None) if client_id else None


def append_parameters(uri: str, /, **parameters: str | None) -> str:
    """Append parameters and keep the query of the URI (RFC 6749 section 3.1.2).

    Values are encoded so that form decoders and percent decoders read the same.
    """
    parts: tuple[object, ...] = (uri, *parameters.values())
    for part in parts:
        if part is not None and not isinstance(part, str):
            message = "every part of a response URL must be a string"
            raise TypeError(message)
    query = "&".join(
        f"{name}={quote(value, safe='')}"
        for name, value in parameters.items()
        if value is not None
    )
    if not query:
        return uri
    if "?" not in uri:
        return f"{uri}?{query}"
    return f"{uri}{query}" if uri.endswith(("?", "&")) else f"{uri}&{query}"
