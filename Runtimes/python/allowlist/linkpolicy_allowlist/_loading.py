"""Reads ``allowlist.json``, and refuses a file that it doesn't know exactly."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from typing import Callable, NoReturn

from ._client import Client

SCHEMA_VERSION = 1

_SHA256 = re.compile(r"[0-9A-Fa-f]{64}")
_SURROGATE = re.compile("[\ud800-\udfff]")
_CHECKSUM_LINE = re.compile(r"([0-9A-Fa-f]{64})(?:[ \t].*)?\r?\n?")


class AllowlistError(ValueError):
    """``allowlist.json`` can't be used; nothing of it is loaded."""


def checksum(line: bytes) -> str:
    """Return the hash of a file in the format of ``sha256sum``."""
    match = _CHECKSUM_LINE.fullmatch(line.decode("utf-8", "replace"))
    if match is None:
        _refuse("the checksum file must be one line that starts with a SHA-256 in hex")
    return match[1]


def clients(data: bytes, sha256: str, environment: str) -> tuple[Client, ...]:
    """Return the clients of an environment."""
    if not isinstance(data, bytes):
        _refuse("the allowlist must be bytes")
    if not isinstance(sha256, str) or _SHA256.fullmatch(sha256) is None:
        _refuse("the SHA-256 must be 64 hex digits")
    digest = hashlib.sha256(data).hexdigest()
    if not hmac.compare_digest(digest, sha256.lower()):
        _refuse("the SHA-256 of the allowlist does not match")
    try:
        document: object = json.loads(
            data.decode(), object_pairs_hook=_object, parse_constant=_constant
        )
    except RecursionError:
        _refuse("the allowlist is nested too deeply")
    except AllowlistError:
        raise
    except ValueError as error:
        _refuse(f"the allowlist is not valid JSON: {type(error).__name__}")
    top = _members(document, "the allowlist", _TOP)
    version = top["schemaVersion"]
    if type(version) is not int or version != SCHEMA_VERSION:
        _refuse(f"schemaVersion must be {SCHEMA_VERSION}")
    _string(top["comment"], "comment")
    _strings(top["policies"], "policies")
    environments = _members(top["environments"], "environments", _ENVIRONMENTS)
    all_clients = {
        name: tuple(
            _client(each, f"{name}, client {number}")
            for number, each in enumerate(
                _array(
                    _members(value, name, _ENVIRONMENT)["clients"], f"{name}, clients"
                )
            )
        )
        for name, value in environments.items()
    }
    return all_clients[environment]


_TOP = frozenset({"schemaVersion", "comment", "policies", "environments"})
_ENVIRONMENTS = frozenset({"prod", "sandbox"})
_ENVIRONMENT = frozenset({"clients"})


def _refuse(message: str) -> NoReturn:
    raise AllowlistError(message)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        _refuse("an object has the same key twice")
    return members


def _constant(name: str) -> NoReturn:
    _refuse(f"{name} is not valid JSON")


def _members(value: object, where: str, keys: frozenset[str]) -> dict[str, object]:
    """Return an object that has these keys and no other."""
    if not isinstance(value, dict):
        _refuse(f"{where} must be an object")
    for key in sorted(keys ^ value.keys()):
        _refuse(f"{where}: {'missing' if key in keys else 'unknown'} key {key!a}")
    return value


def _array(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        _refuse(f"{where} must be an array")
    return value


def _string(value: object, where: str) -> str:
    if not isinstance(value, str):
        _refuse(f"{where} must be a string")
    if not value.isascii() and _SURROGATE.search(value) is not None:
        _refuse(f"{where} has a lone surrogate")
    return value


def _strings(value: object, where: str) -> tuple[str, ...]:
    return tuple(_string(each, where) for each in _array(value, where))


def _optional(value: object, where: str) -> str | None:
    return None if value is None else _string(value, where)


def _flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        _refuse(f"{where} must be true or false")
    return value


def _seconds(value: object, where: str) -> int | None:
    if value is not None and type(value) is not int:
        _refuse(f"{where} must be an integer or null")
    return value


def _one_of(*values: str) -> Callable[[object, str], str]:
    def check(value: object, where: str) -> str:
        if _string(value, where) not in values:
            _refuse(f"{where} must be one of: {', '.join(values)}")
        return str(value)

    return check


_REQUIREMENT = _one_of("required", "optional")

_CLIENT: dict[str, Callable[[object, str], object]] = {
    "policy": _string,
    "client": _string,
    "client_id": _string,
    "provider": _one_of("google-account-linking", "generic"),
    "type": _one_of("web", "native"),
    "redirect_uris": _strings,
    "browser_redirect_uris": _strings,
    "post_logout_redirect_uris": _strings,
    "cors_origins": _strings,
    "scopes": _strings,
    "response_types": _strings,
    "grant_types": _strings,
    "state": _REQUIREMENT,
    "pkce": _REQUIREMENT,
    "code_challenge_methods": _strings,
    "omit_redirect_uri": _flag,
    "issuer": _optional,
    "authorization_endpoint": _optional,
    "token_endpoint": _optional,
    "token_endpoint_auth": _one_of("none", "client_secret_basic", "client_secret_post"),
    "public": _flag,
    "assertion_intents": _strings,
    "revocation_endpoint": _optional,
    "end_session_endpoint": _optional,
    "code_lifetime": _seconds,
}
_APP_FLIP = frozenset({"ios", "android"})
_IOS = frozenset({"universal_link"})
_ANDROID = frozenset({"intent_action", "callers"})
_CALLER = frozenset({"package_name", "sha256_cert_fingerprints"})
_CLIENT_KEYS = frozenset({*_CLIENT, "app_flip"})


def _client(value: object, where: str) -> Client:
    members = _members(value, where, _CLIENT_KEYS)
    try:
        for key, check in _CLIENT.items():
            check(members[key], key)
    except AllowlistError as error:
        _refuse(f"{where}: {error}")
    is_public = members["token_endpoint_auth"] == "none"
    if members["public"] is not is_public:
        _refuse(f"{where}: public and token_endpoint_auth disagree")

    def strings(key: str) -> tuple[str, ...]:
        return _strings(members[key], key)

    flip = _members(members["app_flip"], f"{where}, app_flip", _APP_FLIP)
    link = action = None
    callers: tuple[tuple[str, tuple[str, ...]], ...] = ()
    if flip["ios"] is not None:
        ios = _members(flip["ios"], f"{where}, ios", _IOS)
        link = _string(ios["universal_link"], f"{where}, universal_link")
    if flip["android"] is not None:
        android = _members(flip["android"], f"{where}, android", _ANDROID)
        action = _string(android["intent_action"], f"{where}, intent_action")
        callers = tuple(
            _caller(each, f"{where}, caller")
            for each in _array(android["callers"], f"{where}, callers")
        )
    return Client(
        id=_string(members["client_id"], where),
        key=_string(members["client"], where),
        redirect_uris=strings("redirect_uris"),
        browser_redirect_uris=strings("browser_redirect_uris"),
        post_logout_redirect_uris=strings("post_logout_redirect_uris"),
        cors_origins=strings("cors_origins"),
        is_google_account_linking=members["provider"] == "google-account-linking",
        is_native=members["type"] == "native",
        allows_omitted_redirect_uri=members["omit_redirect_uri"] is True,
        scopes=strings("scopes"),
        response_types=strings("response_types"),
        grant_types=strings("grant_types"),
        requires_state=members["state"] == "required",
        requires_pkce=members["pkce"] == "required",
        code_challenge_methods=strings("code_challenge_methods"),
        issuer=_optional(members["issuer"], where),
        universal_link=link,
        intent_action=action,
        callers=callers,
        is_public=is_public,
        authenticates_by_header=members["token_endpoint_auth"] == "client_secret_basic",
        assertion_intents=strings("assertion_intents"),
    )


def _caller(value: object, where: str) -> tuple[str, tuple[str, ...]]:
    members = _members(value, where, _CALLER)
    return (
        _string(members["package_name"], f"{where}, package_name"),
        _strings(
            members["sha256_cert_fingerprints"], f"{where}, sha256_cert_fingerprints"
        ),
    )
