"""The decisions about requests in one environment."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import TypedDict

from . import _loading
from ._client import (
    CODE,
    JWT_BEARER,
    REFRESH,
    Client,
    app_flip_target,
    intent_scopes,
    named,
)
from ._parameters import (
    Parameters,
    append_parameters,
    basic_credentials,
    raw_text,
    read_parameters,
    text,
)
from ._reasons import RefusedError
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
)


class Environment(str, enum.Enum):
    """The environment: production or sandbox.

    Functions accept a member or its value, ``"prod"`` or ``"sandbox"``, and raise
    ``ValueError`` for anything else. Take it from the server's configuration, never
    from a request.
    """

    PROD = "prod"
    SANDBOX = "sandbox"

    # As in the policy.
    prod = PROD
    sandbox = SANDBOX


class Caller(TypedDict):
    """The app that sent an App Flip intent."""

    package: str
    certs: Sequence[str]
    """SHA-256 of its current signing certificates in hex, with or without colons."""


class AppFlipExtras(TypedDict, total=False):
    """The extras of an App Flip intent by their names in the intent."""

    CLIENT_ID: str | None
    REDIRECT_URI: str | None
    SCOPE: str | Sequence[str] | None
    """A list, or a string with spaces between the scopes."""


_AUTHORIZATION = frozenset(
    {
        "client_id",
        "redirect_uri",
        "response_type",
        "scope",
        "state",
        "code_challenge",
        "code_challenge_method",
    }
)
_TOKEN = frozenset(
    {
        "grant_type",
        "client_id",
        "client_secret",
        "code",
        "redirect_uri",
        "code_verifier",
        "refresh_token",
        "intent",
        "assertion",
        "scope",
    }
)
# Parameters that the allowlist doesn't return, but a form must not repeat either.
_SINGLE = frozenset(
    {"response_type", "device_code", "subject_token", "subject_token_type"}
)


class Allowlist:
    """The clients of one environment.

    ``allowlist(environment)`` returns the one of the generated data, ``load`` reads one
    from ``allowlist.json``. An allowlist never changes and is safe to share between
    threads.
    """

    __slots__ = ("_by_id", "_clients")

    def __init__(self, maker: object, clients: tuple[Client, ...]) -> None:
        """Refuse every caller outside the package."""
        if maker is not KEY:
            message = "use allowlist(environment) or Allowlist.load"
            raise TypeError(message)
        self._clients = clients
        # The first of two clients with the same ID is used.
        self._by_id = {client.id: client for client in reversed(clients)}

    @classmethod
    def load(cls, data: bytes, sha256: str, environment: Environment) -> Allowlist:
        """Read the bytes of ``allowlist.json``, whose SHA-256 must be ``sha256``.

        Raises ``AllowlistError`` unless the file has exactly the documented form.
        """
        name = Environment(environment).value
        return cls(KEY, _loading.clients(data, sha256, name))

    @property
    def clients(self) -> tuple[ClientView, ...]:
        """All clients, in the order of the policy."""
        return tuple(map(_view, self._clients))

    def client(self, client_id: str) -> ClientView | None:
        """Return what the policy says about a client, or None if there is none."""
        client = self._client(client_id)
        return None if client is None else _view(client)

    def is_redirect_uri_allowed(self, client_id: str, redirect_uri: str) -> bool:
        """Tell whether the client's responses may go to the redirect URI."""
        client, requested = self._client(client_id), text(redirect_uri)
        if client is None or requested is None:
            return False
        try:
            client.target(requested)
        except RefusedError:
            return False
        return True

    def is_post_logout_redirect_uri_allowed(self, client_id: str, uri: str) -> bool:
        """Tell whether the client may send users to the URI after sign-out."""
        client = self._client(client_id)
        return client is not None and text(uri) in client.post_logout_redirect_uris

    def is_cors_origin_allowed(self, client_id: str, origin: str) -> bool:
        """Tell whether the client's scripts may run on the origin.

        ``origin`` is the unchanged ``Origin`` header. A preflight request names no
        client: see ``cors_headers``.
        """
        client = self._client(client_id)
        return client is not None and text(origin) in client.cors_origins

    def is_grant_type_allowed(self, client_id: str, grant_type: str) -> bool:
        """Tell whether the client may use the grant type at the token endpoint."""
        client = self._client(client_id)
        return client is not None and text(grant_type) in client.grant_types

    def cors_headers(
        self, origin: str | None, *, preflight: bool = False
    ) -> dict[str, str]:
        """Return the CORS headers to add to a response.

        An origin of any client of the environment is allowed, because a preflight
        request names no client.
        """
        headers = {"Vary": "Origin"}
        value = text(origin)
        if value is None or not any(
            value in client.cors_origins for client in self._clients
        ):
            return headers
        headers["Access-Control-Allow-Origin"] = value
        if preflight:
            headers["Access-Control-Allow-Methods"] = "GET, POST"
            headers["Access-Control-Allow-Headers"] = "Authorization, Content-Type"
        return headers

    def post_logout_url(
        self, client_id: str, uri: str, state: str | None = None
    ) -> str | None:
        """Return the URL that a user goes to after sign-out; None if not registered."""
        client, registered, returned = self._client(client_id), text(uri), text(state)
        if client is None or registered not in client.post_logout_redirect_uris:
            return None
        if returned is None and state is not None:
            return None
        try:
            return append_parameters(registered or "", state=returned or None)
        except UnicodeError:
            return None

    def decide_authorization(self, raw_query: str | bytes) -> AuthorizationDecision:
        """Decide a request to the authorization endpoint.

        ``raw_query`` is the query as it arrived, without the ``?`` and not decoded.
        """
        try:
            parameters = read_parameters(
                raw_query, _AUTHORIZATION, {"user_locale"}, plus_is_space=True
            )
            client = self._identified(parameters["client_id"])
            target, reason = client.target(parameters["redirect_uri"])
        except RefusedError as refusal:
            return LocalError(refusal.error, refusal.reason)
        try:
            client.check_response_type(parameters["response_type"])
            request = _request(client, target, parameters)
        except RefusedError as refusal:
            url = error_url(target, refusal.error, parameters["state"], client.issuer)
            return RedirectError(url, refusal.error, refusal.reason)
        return Allow(request, reason)

    def decide_app_flip_link(self, url: str) -> AppFlipDecision:
        """Decide an App Flip request that arrived as a universal link (iOS)."""
        link, _, query = (text(url) or "").partition("?")
        candidates = [each for each in self._clients if each.universal_link == link]
        if not candidates:
            return Ignore("link-not-configured")
        try:
            parameters = read_parameters(
                query, _AUTHORIZATION, {"user_locale"}, plus_is_space=False
            )
            client = named(parameters["client_id"], candidates)
            owner, target, reason = app_flip_target(
                parameters["redirect_uri"], candidates if client is None else [client]
            )
        except RefusedError as refusal:
            return NotHandled(refusal.reason)
        try:
            client = _linked(client, parameters)
            client.check_takes_codes()
            return Allow(_request(client, target, parameters), reason)
        except RefusedError as refusal:
            error = "invalid_request"
            url = error_url(target, error, parameters["state"], owner.issuer)
            return ReturnError(url, error, refusal.reason)

    def decide_app_flip_intent(
        self, caller: Caller, extras: AppFlipExtras, action: str | None = None
    ) -> AppFlipResult:
        """Decide an App Flip request that arrived as an intent (Android).

        ``action`` may be left out if the app has only one App Flip action.
        """
        candidates = [
            client
            for client in self._clients
            if client.intent_action is not None
            and (action is None or text(action) == client.intent_action)
        ]
        if not candidates:
            return Ignore("link-not-configured")
        values: Mapping[str, object] = extras if isinstance(extras, Mapping) else {}
        client_id = text(values.get("CLIENT_ID"))
        client = named(client_id, candidates)
        owners = candidates if client is None else [client]
        if not any(owner.accepts_caller(caller) for owner in owners):
            return Cancelled("caller-unknown")
        what = "redirect URI"
        try:
            requested = text(values.get("REDIRECT_URI"))
            _, target, _ = app_flip_target(requested or None, owners)
            what = "client"
            if client is None:
                return AppFlipError(
                    3, 1, f"Invalid {what}", _unidentified(client_id).reason
                )
            what = "request"
            client.check_takes_codes()
            what = "scope"
            scopes = intent_scopes(values.get("SCOPE"))
            client.check_scopes(scopes)
            what = "request"
            # An intent has no code challenge.
            client.check_challenge(None, None)
        except RefusedError as refusal:
            return AppFlipError(3, 1, f"Invalid {what}", refusal.reason)
        issued = IssuedCode(client.id, target)
        return Allow(
            Request(KEY, client.id, target, scopes, None, None, issued, ()), "allowed"
        )

    def decide_token(
        self, raw_form: str | bytes, authorization: str | bytes | None
    ) -> TokenDecision:
        """Decide a request to the token endpoint.

        ``raw_form`` is the body as it arrived, not decoded. ``authorization`` is the
        ``Authorization`` header, None if there is none.
        """
        try:
            return Allow(self._token_request(raw_form, authorization), "allowed")
        except RefusedError as refusal:
            return TokenError(refusal.error, refusal.reason, refusal.status)

    def _token_request(self, raw_form: object, authorization: object) -> TokenRequest:
        form = read_parameters(raw_form, _TOKEN, _SINGLE, plus_is_space=True)
        grant = form["grant_type"]
        if grant is None:
            raise RefusedError("grant-type-missing", "invalid_request")
        if not self._offers(grant):
            raise RefusedError("grant-type-unsupported", "unsupported_grant_type")
        client_id, secret = _credentials(form, authorization)
        has_header = authorization is not None
        client = self._client(client_id)
        if client is None:
            reason = _unidentified(client_id).reason
            # RFC 6749 section 5.2.
            raise RefusedError(reason, "invalid_client", 401 if has_header else 400)
        client.authenticate(has_header=has_header, has_secret=secret is not None)
        client.check_token(grant, form)

        def of(name: str, *grants: str) -> str | None:
            return form[name] if grant in grants else None

        return TokenRequest(
            KEY,
            client,
            grant,
            secret,
            code=of("code", CODE),
            redirect_uri=of("redirect_uri", CODE),
            code_verifier=of("code_verifier", CODE),
            refresh_token=of("refresh_token", REFRESH),
            assertion=of("assertion", *_ASSERTIONS),
            intent=of("intent", JWT_BEARER),
            scope=None if grant == CODE else form["scope"],
            other_parameters=form.other,
        )

    def _offers(self, grant_type: str) -> bool:
        """Tell whether a server has the grant, or a client lists it."""
        if grant_type in (CODE, REFRESH, JWT_BEARER):
            return True
        # Not a grant of the token endpoint (RFC 6749 section 4.2).
        return grant_type != "implicit" and any(
            grant_type in client.grant_types for client in self._clients
        )

    def _client(self, client_id: object) -> Client | None:
        value = text(client_id)
        return None if value is None else self._by_id.get(value)

    def _identified(self, client_id: str | None) -> Client:
        client = self._client(client_id)
        if client is None:
            raise _unidentified(client_id)
        return client


_ASSERTIONS = (JWT_BEARER, "urn:ietf:params:oauth:grant-type:saml2-bearer")


def _unidentified(client_id: str | None) -> RefusedError:
    if not client_id:
        return RefusedError("client-id-missing", "invalid_request")
    return RefusedError("client-unknown", "invalid_client")


def _credentials(
    form: Parameters, authorization: object
) -> tuple[str | None, str | None]:
    """Return client ID and secret of the form or the header."""
    client_id, secret = form["client_id"], form["client_secret"]
    if authorization is None:
        return client_id, secret
    if secret is not None:
        raise RefusedError("client-authentication-twice", "invalid_request")
    credentials = basic_credentials(raw_text(authorization))
    if credentials is None:
        raise RefusedError("client-authentication-malformed", "invalid_client", 401)
    if client_id not in (None, credentials[0]):
        raise RefusedError("client-id-mismatch", "invalid_request")
    return credentials


def _request(client: Client, target: str, parameters: Parameters) -> Request:
    """Make the request if state, scope and code challenge are right."""
    client.check_state(parameters["state"])
    scopes = client.granted(parameters["scope"])
    challenge = parameters["code_challenge"]
    method = parameters["code_challenge_method"]
    client.check_challenge(challenge, method)
    issued = IssuedCode(
        client.id,
        parameters["redirect_uri"],
        challenge,
        None if challenge is None else method or "plain",
    )
    return Request(
        KEY,
        client.id,
        target,
        scopes,
        parameters["state"],
        client.issuer,
        issued,
        parameters.other,
    )


def _linked(client: Client | None, parameters: Parameters) -> Client:
    """Return the client that a universal link names."""
    if client is not None:
        client.check_state(parameters["state"])
        return client
    if parameters["state"] is None:
        raise RefusedError("state-missing", "invalid_request")
    raise _unidentified(parameters["client_id"])


def _view(client: Client) -> ClientView:
    return ClientView(
        KEY,
        client_id=client.id,
        key=client.key,
        provider="google-account-linking"
        if client.is_google_account_linking
        else "generic",
        type="native" if client.is_native else "web",
        is_public=client.is_public,
        token_endpoint_auth=client.token_endpoint_auth,
        grant_types=client.grant_types,
        response_types=client.response_types,
        scopes=client.scopes,
        redirect_uris=client.redirect_uris,
        post_logout_redirect_uris=client.post_logout_redirect_uris,
        cors_origins=client.cors_origins,
        requires_pkce=client.requires_pkce,
        requires_state=client.requires_state,
        issuer=client.issuer,
    )
