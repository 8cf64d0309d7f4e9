"""Why a request is allowed or refused."""

from __future__ import annotations

from typing import Literal

Reason = Literal[
    "allowed",
    "loopback-port",
    "malformed-request",
    "duplicate-parameter",
    "client-id-missing",
    "client-unknown",
    "redirect-uri-missing",
    "redirect-uri-not-registered",
    "redirect-uri-browser-only",
    "response-type-missing",
    "response-type-unsupported",
    "state-missing",
    "scope-not-allowed",
    "pkce-missing",
    "pkce-method",
    "pkce-challenge",
    "link-not-configured",
    "caller-unknown",
    "grant-type-missing",
    "grant-type-unsupported",
    "grant-type-not-allowed",
    "intent-unsupported",
    "parameter-missing",
    "client-authentication-missing",
    "client-authentication-method",
    "client-authentication-twice",
    "client-authentication-malformed",
    "client-id-mismatch",
    "client-secret-wrong",
    "code-unknown",
    "code-other-client",
    "redirect-uri-other-request",
    "code-verifier-missing",
    "code-verifier-unexpected",
    "code-verifier-mismatch",
    "refresh-token-unknown",
]
"""An ID of ``linkpolicy rules --reasons``."""


class RefusedError(Exception):
    """A check failed; carries what the response needs."""

    def __init__(self, reason: Reason, error: str, status: int = 400) -> None:
        """Keep the reason, the OAuth error and the HTTP status."""
        super().__init__(reason)
        self.reason: Reason = reason
        self.error = error
        self.status = status
