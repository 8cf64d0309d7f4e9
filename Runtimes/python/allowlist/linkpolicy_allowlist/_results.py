"""Requests and decisions.

No printed form shows a secret, a code, a token, a state or another parameter's value.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from dataclasses import InitVar, dataclass, field
from typing import TYPE_CHECKING, Generic, Literal, NoReturn, TypeVar, Union

from ._client import VERIFIER, Client
from ._parameters import append_parameters, text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ._reasons import Reason

UNAUTHORIZED = 401
KEY = object()
"""Lets only this package make requests, clients and allowlists."""


def _described(value: object, shown: tuple[str, ...], hidden: tuple[str, ...]) -> str:
    parts = [f"{name}={getattr(value, name)!r}" for name in shown]
    parts += [
        f"{name}={'[redacted]' if getattr(value, name) else None}" for name in hidden
    ]
    return f"{type(value).__name__}({', '.join(parts)})"


@dataclass(frozen=True)
class Sealed:
    """An object that only an allowlist makes: no constructor, ``replace`` or pickle."""

    maker: InitVar[object]

    def __post_init__(self, maker: object) -> None:
        """Refuse every caller outside the package."""
        if maker is not KEY:
            message = f"{type(self).__name__} is made by an allowlist only"
            raise TypeError(message)

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        """Refuse to pickle: the object contains secrets, and a pickle can be forged."""
        message = f"{type(self).__name__} can't be pickled or copied"
        raise TypeError(message)


@dataclass(frozen=True)
class IssuedCode:
    """What the server stores with an authorization code.

    Give it to ``TokenRequest.verify`` when the client exchanges the code.
    """

    client_id: str
    redirect_uri: str | None = None
    """As in the authorization request; None if it had none."""
    code_challenge: str | None = field(default=None, repr=False)
    """The challenge that the code verifier must match (RFC 7636)."""
    code_challenge_method: str | None = None
    """``S256`` or ``plain``; None without a challenge."""

    def to_json(self) -> str:
        """Return a JSON object for ``from_json``."""
        return json.dumps({name: getattr(self, name) for name in _ISSUED_CODE_KEYS})

    @classmethod
    def from_json(cls, value: str | bytes) -> IssuedCode:
        """Read the result of ``to_json``; raises ``ValueError`` for anything else."""
        decoded: object = json.loads(value)
        if not isinstance(decoded, dict) or decoded.keys() != set(_ISSUED_CODE_KEYS):
            message = "an issued code must be an object with the keys of to_json"
            raise ValueError(message)
        values = [decoded[name] for name in _ISSUED_CODE_KEYS]
        if not isinstance(values[0], str) or not all(
            each is None or isinstance(each, str) for each in values
        ):
            message = "the values of an issued code must be strings or null"
            raise ValueError(message)
        return cls(*values)


_ISSUED_CODE_KEYS = (
    "client_id",
    "redirect_uri",
    "code_challenge",
    "code_challenge_method",
)


@dataclass(frozen=True, repr=False, eq=False)
class Request(Sealed):
    """An authorization or App Flip request that the policy allows.

    Ask the user for consent, then respond at ``redirect_uri`` and nowhere else.
    """

    client_id: str
    redirect_uri: str
    """A registered redirect URI; a loopback one has the port of the request."""
    scopes: tuple[str, ...]
    """The requested scopes, all of which are registered."""
    state: str | None
    """Returned to the client unchanged."""
    issuer: str | None
    """Sent as ``iss`` (RFC 9207)."""
    issued_code: IssuedCode
    """What to store with the code."""
    other_parameters: tuple[tuple[str, str], ...]
    """All parameters that the allowlist doesn't check, such as ``nonce``, in order."""

    def __repr__(self) -> str:
        """Describe the request without the values of parameters."""
        return _described(
            self,
            ("client_id", "redirect_uri", "scopes", "issuer"),
            ("state", "issued_code", "other_parameters"),
        )

    @property
    def code_challenge(self) -> str | None:
        """The code challenge (RFC 7636)."""
        return self.issued_code.code_challenge

    def parameter(self, name: str) -> str | None:
        """Return the first value of one of ``other_parameters``."""
        return _first(self.other_parameters, name)

    def success_url(self, code: str) -> str:
        """Return the URL that sends the user back with a code."""
        return success_url(self.redirect_uri, code, self.state, self.issuer)

    def error_url(self, error: str, description: str | None = None) -> str:
        """Return the URL that reports an error, such as ``access_denied``."""
        return error_url(self.redirect_uri, error, self.state, self.issuer, description)


@dataclass(frozen=True, repr=False, eq=False)
class TokenRequest(Sealed):
    """A token request that the policy allows; what it doesn't contain is None.

    Call ``verify`` before you issue a token. Then consume the code, look up the refresh
    token or verify the assertion.
    """

    _client: Client
    grant_type: str
    client_secret: str | None
    """None for a public client."""
    code: str | None
    redirect_uri: str | None
    code_verifier: str | None
    refresh_token: str | None
    assertion: str | None
    intent: str | None
    """``check``, ``get`` or ``create`` (Google streamlined linking)."""
    scope: str | None
    """The requested scope.

    For ``client_credentials`` and ``refresh_token``, all scopes are registered. Also
    compare those of a refresh with the scopes of the refresh token (RFC 6749 section
    6).
    """
    other_parameters: tuple[tuple[str, str], ...]
    """All parameters that the allowlist doesn't check, such as ``device_code``."""

    @property
    def client_id(self) -> str:
        """The client that authenticated, or a public client."""
        return self._client.id

    def __repr__(self) -> str:
        """Describe the request without the values of parameters."""
        hidden = (
            "client_secret",
            "code",
            "redirect_uri",
            "code_verifier",
            "refresh_token",
            "assertion",
            "intent",
            "scope",
            "other_parameters",
        )
        return _described(self, ("client_id", "grant_type"), hidden)

    def parameter(self, name: str) -> str | None:
        """Return the first value of one of ``other_parameters``."""
        return _first(self.other_parameters, name)

    def verify(
        self, secret: str | bytes | bool | None, issued: IssuedCode | None = None
    ) -> TokenError | None:
        """Return the error to send, or None if the client may have a token.

        ``secret`` is the client's secret, or True if your server has verified
        ``client_secret`` against a hash; None for a public client. ``issued`` is what
        you stored with ``code``; None if the code is unknown, used or expired.
        """
        if not self._client.is_public and not self._has_secret(secret):
            if self._client.is_google_account_linking:
                # Google's specification of account linking.
                return TokenError("invalid_grant", "client-secret-wrong")
            status = 401 if self._client.authenticates_by_header else 400
            return TokenError("invalid_client", "client-secret-wrong", status)
        if self.grant_type != "authorization_code":
            return None
        problem = self._code_problem(issued)
        return None if problem is None else TokenError("invalid_grant", problem)

    def invalid_grant(self) -> TokenError:
        """Return the response for a token or code that your server refuses.

        Its reason is ``refresh-token-unknown`` for a refresh token, otherwise
        ``code-unknown``.
        """
        is_refresh = self.grant_type == "refresh_token"
        reason: Reason = "refresh-token-unknown" if is_refresh else "code-unknown"
        return TokenError("invalid_grant", reason)

    def accepts(self, issued: IssuedCode | None) -> bool:
        """Check only the code: client, redirect URI and PKCE (RFC 7636 section 4.6)."""
        return self.code is not None and self._code_problem(issued) is None

    def _has_secret(self, secret: object) -> bool:
        if isinstance(secret, bool):
            return secret
        expected = secret if isinstance(secret, bytes) else text(secret)
        if not expected or self.client_secret is None:
            return False
        if isinstance(expected, str):
            expected = expected.encode(errors="surrogatepass")
        return hmac.compare_digest(self.client_secret.encode(), expected)

    def _code_problem(self, issued: object) -> Reason | None:
        if not isinstance(issued, IssuedCode):
            return "code-unknown"
        if text(issued.client_id) != self.client_id:
            return "code-other-client"
        if issued.redirect_uri is not None and (
            text(issued.redirect_uri) != self.redirect_uri
        ):
            return "redirect-uri-other-request"
        return self._verifier_problem(issued)

    def _verifier_problem(self, issued: IssuedCode) -> Reason | None:
        """Compare the verifier with the challenge (RFC 7636 section 4.6)."""
        if self.code_verifier is None:
            is_needed = self._client.requires_pkce or issued.code_challenge is not None
            return "code-verifier-missing" if is_needed else None
        if issued.code_challenge is None:
            # A downgrade (RFC 9700 section 2.1.1).
            return "code-verifier-unexpected"
        challenge = self.code_verifier.encode()
        if issued.code_challenge_method != "plain":
            digest = hashlib.sha256(challenge).digest()
            challenge = base64.urlsafe_b64encode(digest).rstrip(b"=")
        expected = (text(issued.code_challenge) or "").encode(errors="surrogatepass")
        matches = hmac.compare_digest(challenge, expected)
        is_verifier = VERIFIER.fullmatch(self.code_verifier) is not None
        return None if matches and is_verifier else "code-verifier-mismatch"


@dataclass(frozen=True, eq=False)
class ClientView(Sealed):
    """What the policy says about a client; read-only."""

    client_id: str
    key: str
    provider: Literal["generic", "google-account-linking"]
    type: Literal["web", "native"]
    is_public: bool
    token_endpoint_auth: Literal["none", "client_secret_basic", "client_secret_post"]
    grant_types: tuple[str, ...]
    response_types: tuple[str, ...]
    scopes: tuple[str, ...]
    redirect_uris: tuple[str, ...]
    post_logout_redirect_uris: tuple[str, ...]
    cors_origins: tuple[str, ...]
    requires_pkce: bool
    requires_state: bool
    issuer: str | None


T = TypeVar("T", Request, TokenRequest)


@dataclass(frozen=True)
class Allow(Generic[T]):
    """The policy allows the request."""

    request: T
    reason: Reason
    kind: Literal["allow"] = field(default="allow", init=False, repr=False)


@dataclass(frozen=True)
class RedirectError:
    """Authenticate the user, then redirect to ``target``, which reports ``error``."""

    target: str = field(repr=False)
    error: str
    reason: Reason
    kind: Literal["redirect_error"] = field(
        default="redirect_error", init=False, repr=False
    )


@dataclass(frozen=True)
class LocalError:
    """Show ``error`` on your own page: a redirect would be an open redirect."""

    error: str
    reason: Reason
    kind: Literal["local_error"] = field(default="local_error", init=False, repr=False)


@dataclass(frozen=True)
class ReturnError:
    """Open ``target`` as a universal link: the calling app continues without yours."""

    target: str = field(repr=False)
    error: str
    reason: Reason
    kind: Literal["return_error"] = field(
        default="return_error", init=False, repr=False
    )


@dataclass(frozen=True)
class NotHandled:
    """Open nothing: the redirect URI is not registered."""

    reason: Reason
    kind: Literal["not_handled"] = field(default="not_handled", init=False, repr=False)


@dataclass(frozen=True)
class Ignore:
    """Not an App Flip request: let the app handle it like any other link or intent."""

    reason: Reason
    kind: Literal["ignore"] = field(default="ignore", init=False, repr=False)


@dataclass(frozen=True)
class AppFlipError:
    """Finish with result code -2.

    The extras are ``ERROR_TYPE``, ``ERROR_CODE`` and ``ERROR_DESCRIPTION``.
    """

    type: int
    code: int
    description: str
    reason: Reason
    kind: Literal["error"] = field(default="error", init=False, repr=False)


@dataclass(frozen=True)
class Cancelled:
    """Finish with ``RESULT_CANCELED`` and without data: the caller is unknown."""

    reason: Reason
    kind: Literal["cancelled"] = field(default="cancelled", init=False, repr=False)


@dataclass(frozen=True)
class TokenError:
    """Respond with ``status``, ``headers`` and ``body`` (RFC 6749 section 5.2)."""

    error: str
    reason: Reason
    status: int = 400
    kind: Literal["error"] = field(default="error", init=False, repr=False)

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers of the response."""
        headers = {
            "Content-Type": "application/json;charset=UTF-8",
            "Cache-Control": "no-store",
        }
        if self.status == UNAUTHORIZED:
            headers["WWW-Authenticate"] = 'Basic realm="token", charset="UTF-8"'
        return headers

    @property
    def body(self) -> str:
        """The body of the response, such as ``{"error":"invalid_client"}``."""
        return json.dumps({"error": self.error}, separators=(",", ":"))


AuthorizationDecision = Union[Allow[Request], RedirectError, LocalError]
"""The decision about a request to the authorization endpoint."""
AppFlipDecision = Union[Allow[Request], ReturnError, NotHandled, Ignore]
"""The decision about an App Flip universal link (iOS)."""
AppFlipResult = Union[Allow[Request], AppFlipError, Cancelled, Ignore]
"""The decision about an App Flip intent (Android)."""
TokenDecision = Union[Allow[TokenRequest], TokenError]
"""The decision about a request to the token endpoint."""


def success_url(
    redirect_uri: str, code: str, state: str | None, issuer: str | None = None
) -> str:
    """Return the URL that sends the user back with a code.

    ``redirect_uri`` is the one of an allowed request, never a raw parameter.
    """
    return append_parameters(redirect_uri, code=code, state=state, iss=issuer)


def error_url(
    redirect_uri: str,
    error: str,
    state: str | None,
    issuer: str | None = None,
    description: str | None = None,
) -> str:
    """Return the URL that sends the user back with an error.

    ``redirect_uri`` is the one of an allowed request, never a raw parameter.
    ``description`` is sent as ``error_description``.
    """
    return append_parameters(
        redirect_uri,
        error=error,
        error_description=description,
        state=state,
        iss=issuer,
    )


def _first(parameters: tuple[tuple[str, str], ...], name: str) -> str | None:
    return next((value for other, value in parameters if other == name), None)
