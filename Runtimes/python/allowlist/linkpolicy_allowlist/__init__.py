"""Decides authorization, token and App Flip requests by an allowlist.

Values are compared byte for byte: nothing is trimmed, case-folded, normalized or
decoded twice, and responses go to registered redirect URIs only. Values that aren't
strings never match.

Your server still has to keep these rules:

* A code is valid once and for a short time. If it is used again, revoke the tokens that
  were issued for it.
* Store ``request.issued_code`` with the code and give it to ``TokenRequest.verify``.
* Look up refresh tokens and verify assertions.
* An App Flip request may lack ``state``: then only the user's consent shows that the
  user wants it.
* Rotate the keys that sign tokens, and publish a key as long as its tokens are valid.
"""

from __future__ import annotations

import functools
from typing import overload

from . import _data
from ._allowlist import Allowlist, AppFlipExtras, Caller, Environment
from ._file import AllowlistFile
from ._loading import AllowlistError
from ._reasons import Reason
from ._results import (
    KEY,
    Allow,
    AppFlipDecision,
    AppFlipError,
    AppFlipResult,
    AuthorizationDecision,
    Cancelled,
    ClientView,
    Ignore,
    IssuedCode,
    LocalError,
    NotHandled,
    RedirectError,
    Request,
    ReturnError,
    TokenDecision,
    TokenError,
    TokenRequest,
    error_url,
    success_url,
)

__all__ = [
    "Allow",
    "Allowlist",
    "AllowlistError",
    "AllowlistFile",
    "AppFlipDecision",
    "AppFlipError",
    "AppFlipExtras",
    "AppFlipResult",
    "AuthorizationDecision",
    "Caller",
    "Cancelled",
    "ClientView",
    "Environment",
    "Ignore",
    "IssuedCode",
    "LocalError",
    "NotHandled",
    "Reason",
    "RedirectError",
    "Request",
    "ReturnError",
    "TokenDecision",
    "TokenError",
    "TokenRequest",
    "allowlist",
    "decide_app_flip",
    "decide_authorization",
    "decide_token",
    "error_url",
    "is_cors_origin_allowed",
    "is_grant_type_allowed",
    "is_post_logout_redirect_uri_allowed",
    "is_redirect_uri_allowed",
    "success_url",
]


def allowlist(environment: Environment) -> Allowlist:
    """Return the allowlist of an environment from the generated data."""
    return _allowlist(Environment(environment))


@functools.cache
def _allowlist(environment: Environment) -> Allowlist:
    if environment is Environment.PROD:
        return Allowlist(KEY, _data.prod())
    return Allowlist(KEY, _data.sandbox())


def is_redirect_uri_allowed(
    client_id: str, environment: Environment, redirect_uri: str
) -> bool:
    """See ``Allowlist.is_redirect_uri_allowed``."""
    return allowlist(environment).is_redirect_uri_allowed(client_id, redirect_uri)


def is_post_logout_redirect_uri_allowed(
    client_id: str, environment: Environment, uri: str
) -> bool:
    """See ``Allowlist.is_post_logout_redirect_uri_allowed``."""
    return allowlist(environment).is_post_logout_redirect_uri_allowed(client_id, uri)


def is_cors_origin_allowed(
    client_id: str, environment: Environment, origin: str
) -> bool:
    """See ``Allowlist.is_cors_origin_allowed``."""
    return allowlist(environment).is_cors_origin_allowed(client_id, origin)


def is_grant_type_allowed(
    client_id: str, environment: Environment, grant_type: str
) -> bool:
    """See ``Allowlist.is_grant_type_allowed``."""
    return allowlist(environment).is_grant_type_allowed(client_id, grant_type)


def decide_authorization(
    raw_query: str | bytes, environment: Environment
) -> AuthorizationDecision:
    """See ``Allowlist.decide_authorization``."""
    return allowlist(environment).decide_authorization(raw_query)


def decide_token(
    raw_form: str | bytes,
    authorization: str | bytes | None,
    environment: Environment,
) -> TokenDecision:
    """See ``Allowlist.decide_token``."""
    return allowlist(environment).decide_token(raw_form, authorization)


@overload
def decide_app_flip(url: str, environment: Environment) -> AppFlipDecision: ...


@overload
def decide_app_flip(
    caller: Caller,
    extras: AppFlipExtras,
    environment: Environment,
    action: str | None = None,
) -> AppFlipResult: ...


def decide_app_flip(*args: object, **kwargs: object) -> AppFlipDecision | AppFlipResult:
    """Decide an App Flip request: a universal link (iOS) or an intent (Android).

    See ``Allowlist.decide_app_flip_link`` and ``Allowlist.decide_app_flip_intent``.
    """
    link_arguments = 2
    if "url" in kwargs or len(args) + len(kwargs) == link_arguments:
        return _decide_link(*args, **kwargs)  # type: ignore[arg-type]
    return _decide_intent(*args, **kwargs)  # type: ignore[arg-type]


def _decide_link(url: str, environment: Environment) -> AppFlipDecision:
    return allowlist(environment).decide_app_flip_link(url)


def _decide_intent(
    caller: Caller,
    extras: AppFlipExtras,
    environment: Environment,
    action: str | None = None,
) -> AppFlipResult:
    return allowlist(environment).decide_app_flip_intent(caller, extras, action)
