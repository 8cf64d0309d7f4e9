"""The clients of the policy and the checks of one client."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ._parameters import Parameters, text
from ._reasons import Reason, RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterable

CODE = "authorization_code"
REFRESH = "refresh_token"
CLIENT_CREDENTIALS = "client_credentials"
JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer"

# RFC 7636: a verifier, which is its own "plain" challenge, and an "S256" challenge.
VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")
_S256_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")

# RFC 8252 section 7.3: only the two IP literals have a variable port.
_LOOPBACK = re.compile(
    r"(http://(?:127\.0\.0\.1|\[::1\])):([1-9][0-9]{0,4})([/?].*)", re.DOTALL
)
_MAXIMUM_PORT = 65535

# A SHA-256 in hex, with a colon between every two digits or without colons.
_FINGERPRINT = re.compile(r"[0-9A-Fa-f]{64}|[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){31}")


@dataclass(frozen=True)
class Client:
    """A client in one environment."""

    id: str
    key: str
    redirect_uris: tuple[str, ...]
    browser_redirect_uris: tuple[str, ...] = ()
    post_logout_redirect_uris: tuple[str, ...] = ()
    cors_origins: tuple[str, ...] = ()
    is_google_account_linking: bool = False
    is_native: bool = False
    allows_omitted_redirect_uri: bool = False
    scopes: tuple[str, ...] = ()
    response_types: tuple[str, ...] = ("code",)
    grant_types: tuple[str, ...] = (CODE, REFRESH)
    requires_state: bool = True
    requires_pkce: bool = True
    code_challenge_methods: tuple[str, ...] = ("S256",)
    issuer: str | None = None
    universal_link: str | None = None
    intent_action: str | None = None
    callers: tuple[tuple[str, tuple[str, ...]], ...] = ()
    is_public: bool = False
    authenticates_by_header: bool = False
    assertion_intents: tuple[str, ...] = ()

    @property
    def token_endpoint_auth(
        self,
    ) -> Literal["none", "client_secret_basic", "client_secret_post"]:
        """The authentication method at the token endpoint."""
        if self.is_public:
            return "none"
        if self.authenticates_by_header:
            return "client_secret_basic"
        return "client_secret_post"

    def target(self, requested: str | None) -> tuple[str, Reason]:
        """Return the redirect URI that the response goes to, and why.

        That is the requested one if it is registered, or the only one if the client may
        leave it out.
        """
        if requested is None:
            if self.allows_omitted_redirect_uri and len(self.redirect_uris) == 1:
                return self.redirect_uris[0], "allowed"
            raise RefusedError("redirect-uri-missing", "invalid_request")
        if requested in self.redirect_uris:
            return requested, "allowed"
        if self.is_native and _without_loopback_port(requested) in self.redirect_uris:
            return requested, "loopback-port"
        raise RefusedError("redirect-uri-not-registered", "invalid_request")

    def check_response_type(self, response_type: str | None) -> None:
        """Refuse a response type that the client may not use."""
        if response_type is None:
            raise RefusedError("response-type-missing", "invalid_request")
        if response_type not in self.response_types:
            raise RefusedError("response-type-unsupported", "unsupported_response_type")
        takes_tokens = (
            "implicit" in self.grant_types and "code" not in response_type.split(" ")
        )
        if CODE not in self.grant_types and not takes_tokens:
            raise RefusedError("grant-type-not-allowed", "unauthorized_client")

    def check_takes_codes(self) -> None:
        """Refuse a client that can't exchange a code."""
        if CODE not in self.grant_types:
            raise RefusedError("grant-type-not-allowed", "unauthorized_client")

    def check_state(self, state: str | None) -> None:
        """Refuse a missing ``state`` if the client requires one."""
        if state is None and self.requires_state:
            raise RefusedError("state-missing", "invalid_request")

    def check_scopes(self, scopes: Iterable[str]) -> None:
        """Refuse a scope that is not registered."""
        if not all(scope in self.scopes for scope in scopes):
            raise RefusedError("scope-not-allowed", "invalid_scope")

    def granted(self, scope: str | None) -> tuple[str, ...]:
        """Return the requested scopes, all of which are registered."""
        scopes = () if scope is None else tuple(scope.split(" "))
        self.check_scopes(scopes)
        return scopes

    def check_challenge(self, challenge: str | None, method: str | None) -> None:
        """Refuse a bad code challenge (RFC 7636); a missing method means ``plain``."""
        if challenge is None:
            if self.requires_pkce or method is not None:
                raise RefusedError("pkce-missing", "invalid_request")
            return
        method = method or "plain"
        if method not in self.code_challenge_methods:
            raise RefusedError("pkce-method", "invalid_request")
        pattern = VERIFIER if method == "plain" else _S256_CHALLENGE
        if pattern.fullmatch(challenge) is None:
            raise RefusedError("pkce-challenge", "invalid_request")

    def authenticate(self, *, has_header: bool, has_secret: bool) -> None:
        """Reject another authentication method (RFC 6749 section 2.3)."""
        status = 401 if has_header or self.authenticates_by_header else 400
        uses_other_method = (has_header or has_secret) and (
            self.is_public or has_header != self.authenticates_by_header
        )
        if uses_other_method:
            raise RefusedError("client-authentication-method", "invalid_client", status)
        if not self.is_public and not has_secret:
            raise RefusedError(
                "client-authentication-missing", "invalid_client", status
            )

    def check_token(self, grant_type: str, form: Parameters) -> None:
        """Refuse a token request that lacks what its grant needs."""
        if grant_type not in self.grant_types:
            if grant_type == JWT_BEARER and not self.assertion_intents:
                raise RefusedError("grant-type-unsupported", "unsupported_grant_type")
            raise RefusedError("grant-type-not-allowed", "unauthorized_client")
        if grant_type == CODE:
            self._check_code(form)
        elif grant_type == CLIENT_CREDENTIALS:
            # A public client has no credentials.
            if self.is_public:
                raise RefusedError("grant-type-not-allowed", "unauthorized_client")
        elif grant_type == JWT_BEARER and self.assertion_intents:
            self._check_intent(form)
        for name in _NEEDED.get(grant_type, ()):
            if not (form[name] or dict(form.other).get(name)):
                raise RefusedError("parameter-missing", "invalid_request")
        if grant_type in {REFRESH, CLIENT_CREDENTIALS}:
            self.granted(form["scope"])

    def _check_intent(self, form: Parameters) -> None:
        intent = form["intent"]
        if intent is None:
            raise RefusedError("parameter-missing", "invalid_request")
        if intent not in self.assertion_intents:
            raise RefusedError("intent-unsupported", "invalid_request")

    def _check_code(self, form: Parameters) -> None:
        if form["code"] is None:
            raise RefusedError("parameter-missing", "invalid_request")
        try:
            self.target(form["redirect_uri"])
        except RefusedError as refusal:
            raise RefusedError(refusal.reason, "invalid_grant") from None
        verifier = form["code_verifier"]
        if verifier is None:
            if self.requires_pkce:
                raise RefusedError("code-verifier-missing", "invalid_grant")
        elif VERIFIER.fullmatch(verifier) is None:
            raise RefusedError("code-verifier-mismatch", "invalid_grant")

    def accepts_caller(self, caller: object) -> bool:
        """Check the package, and the one certificate by the bytes of its hash."""
        if not isinstance(caller, Mapping):
            return False
        certs, name = caller.get("certs"), text(caller.get("package"))
        if not isinstance(certs, Sequence) or len(certs) != 1:
            return False
        fingerprint = _fingerprint(text(certs[0]) or "")
        return fingerprint is not None and any(
            package == name
            and any(_fingerprint(known) == fingerprint for known in fingerprints)
            for package, fingerprints in self.callers
        )


# What a grant needs (RFC 6749 section 6, RFC 7521 section 4.1, RFC 8628 section 3.4,
# RFC 8693 section 2.1); a code and an intent have checks of their own.
_NEEDED = {
    REFRESH: ("refresh_token",),
    JWT_BEARER: ("assertion",),
    "urn:ietf:params:oauth:grant-type:saml2-bearer": ("assertion",),
    "urn:ietf:params:oauth:grant-type:device_code": ("device_code",),
    "urn:ietf:params:oauth:grant-type:token-exchange": (
        "subject_token",
        "subject_token_type",
    ),
}


def named(client_id: str | None, clients: Sequence[Client]) -> Client | None:
    """Return the first client with the ID."""
    return next((client for client in clients if client.id == client_id), None)


def app_flip_target(
    requested: str | None, clients: Sequence[Client]
) -> tuple[Client, str, Reason]:
    """Return the first client that has the redirect URI for App Flip."""
    if requested is None:
        raise RefusedError("redirect-uri-missing", "invalid_request")
    is_browser_only = False
    for client in clients:
        try:
            target, reason = client.target(requested)
        except RefusedError:
            continue
        if requested not in client.browser_redirect_uris:
            return client, target, reason
        is_browser_only = True
    raise RefusedError(
        "redirect-uri-browser-only"
        if is_browser_only
        else "redirect-uri-not-registered",
        "invalid_request",
    )


def intent_scopes(value: object) -> tuple[str, ...]:
    """Return the scopes of an intent: a list, or a string with spaces between them."""
    if value is None:
        return ()
    whole = text(value)
    if whole is not None:
        return tuple(filter(None, whole.split(" ")))
    scopes = tuple(map(text, value)) if isinstance(value, Sequence) else ("",)
    if not all(scopes):
        raise RefusedError("scope-not-allowed", "invalid_scope")
    return tuple(filter(None, scopes))


def _fingerprint(value: str) -> bytes | None:
    """Return the 32 bytes of a SHA-256, or None."""
    if _FINGERPRINT.fullmatch(value) is None:
        return None
    return bytes.fromhex(value.replace(":", ""))


def _without_loopback_port(uri: str) -> str | None:
    """Return ``http://127.0.0.1/cb`` for ``http://127.0.0.1:51004/cb``, else None."""
    match = _LOOPBACK.fullmatch(uri)
    if match is None or int(match[2]) > _MAXIMUM_PORT:
        return None
    return f"{match[1]}{match[3]}"
