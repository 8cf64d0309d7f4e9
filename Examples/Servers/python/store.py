"""Codes and tokens in memory. A real server keeps their hashes in a database."""

from __future__ import annotations

import dataclasses
import secrets
import time

import linkpolicy_allowlist as lp

CODE_LIFETIME = 60
TOKEN_LIFETIME = 3600


@dataclasses.dataclass
class Consent:
    issued: lp.IssuedCode
    scopes: tuple[str, ...]
    expires: float
    used: bool = False
    revoked: bool = False


CODES: dict[str, Consent] = {}
ACCESS_TOKENS: dict[str, tuple[Consent, float]] = {}
REFRESH_TOKENS: dict[str, Consent] = {}


def add(request: lp.Request) -> str:
    """Store the user's consent to a request and return its code."""
    code = secrets.token_urlsafe()
    expires = time.time() + CODE_LIFETIME
    CODES[code] = Consent(request.issued_code, tuple(request.scopes), expires)
    return code


def respond(
    request: lp.TokenRequest, secret: str | None
) -> lp.TokenError | dict[str, str | int]:
    """Verify the request, consume its code or refresh token, and issue tokens."""
    consent = CODES.get(request.code or "")
    usable = consent is not None and not consent.used and time.time() < consent.expires
    error = request.verify(secret, consent.issued if consent and usable else None)
    if error is not None:
        if consent is not None and consent.used:
            # A code that comes twice may be stolen (RFC 6749 section 4.1.2).
            consent.revoked = True
        return error
    if request.grant_type == "refresh_token":
        consent = REFRESH_TOKENS.get(request.refresh_token or "")
    if (
        consent is None
        or consent.revoked
        or consent.issued.client_id != request.client_id
    ):
        return request.invalid_grant()
    REFRESH_TOKENS.pop(request.refresh_token or "", None)
    consent.used = True
    access, refresh = secrets.token_urlsafe(), secrets.token_urlsafe()
    ACCESS_TOKENS[access] = (consent, time.time() + TOKEN_LIFETIME)
    REFRESH_TOKENS[refresh] = consent
    return {
        "access_token": access,
        "token_type": "Bearer",
        "expires_in": TOKEN_LIFETIME,
        "refresh_token": refresh,
        "scope": " ".join(consent.scopes),
    }


def is_authorized(authorization: str, scope: str) -> bool:
    """Whether an Authorization header has a token for the scope."""
    consent, expires = ACCESS_TOKENS.get(
        authorization.removeprefix("Bearer "), (None, 0.0)
    )
    if consent is None or consent.revoked or time.time() >= expires:
        return False
    return scope in consent.scopes
