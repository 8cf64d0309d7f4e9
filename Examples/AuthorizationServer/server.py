"""An authorization server with Flask and Authlib, guarded by the generated allowlist.

linkpolicy decides which requests are valid; Authlib issues codes and tokens; this file
keeps them. Everything is in memory, so that the example stays short.

    linkpolicy generate Policies --target python --output generated
    PYTHONPATH=generated/code/python flask --app server run

`Examples/Servers/check` starts it and drives it with real OAuth clients.
"""

from __future__ import annotations

import dataclasses
import os
import time

from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector
from authlib.oauth2.rfc6749 import ClientMixin, TokenMixin, grants
from authlib.oauth2.rfc6749.models import AuthorizationCodeMixin
from authlib.oauth2.rfc6750 import BearerTokenValidator
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc9207 import IssuerParameter
from flask import Flask, Response, redirect, request

import linkpolicy_allowlist as lp

# From the configuration, never from a request.
ALLOWLIST = lp.allowlist(lp.Environment(os.environ.get("SHOP_ENVIRONMENT", "prod")))
SECRETS = {"partner-prod": os.environ.get("PARTNER_SECRET")}
CODE_LIFETIME = 60

CODES: dict[str, Code] = {}
TOKENS: list[Token] = []
USED: dict[str, Code] = {}


@dataclasses.dataclass
class User:
    name: str

    def get_user_id(self) -> str:
        return self.name


ADA = User("ada")


class Client(ClientMixin):
    """What Authlib asks about a client, answered by the allowlist."""

    def __init__(self, view: lp.ClientView) -> None:
        self.view = view
        self.client_id = view.client_id

    def get_client_id(self):
        return self.client_id

    def get_default_redirect_uri(self):
        return self.view.redirect_uris[0] if len(self.view.redirect_uris) == 1 else None

    def get_allowed_scope(self, scope):
        return " ".join(each for each in scope.split() if each in self.view.scopes)

    def check_redirect_uri(self, redirect_uri):
        return ALLOWLIST.is_redirect_uri_allowed(self.client_id, redirect_uri)

    def check_client_secret(self, client_secret):
        # `verify` has compared it.
        return True

    def check_endpoint_auth_method(self, method, endpoint):
        return method == self.view.token_endpoint_auth

    def check_response_type(self, response_type):
        return response_type in self.view.response_types

    def check_grant_type(self, grant_type):
        return grant_type in self.view.grant_types


@dataclasses.dataclass
class Code(AuthorizationCodeMixin):
    code: str
    user: User
    scope: str
    issued: str
    """`IssuedCode.to_json`, as a database would store it."""
    issued_at: float
    tokens: list[Token] = dataclasses.field(default_factory=list)

    @property
    def code_challenge(self):
        return lp.IssuedCode.from_json(self.issued).code_challenge

    @property
    def code_challenge_method(self):
        return lp.IssuedCode.from_json(self.issued).code_challenge_method

    def get_redirect_uri(self):
        return lp.IssuedCode.from_json(self.issued).redirect_uri

    def get_scope(self):
        return self.scope


@dataclasses.dataclass
class Token(TokenMixin):
    client_id: str
    user: User | None
    access_token: str
    refresh_token: str | None
    scope: str
    expires_at: float
    revoked: bool = False

    def check_client(self, client):
        return self.client_id == client.client_id

    def get_scope(self):
        return self.scope

    def get_expires_in(self):
        return self.expires_at - time.time()

    def is_expired(self):
        return time.time() >= self.expires_at

    def is_revoked(self):
        return self.revoked

    def get_user(self):
        return self.user


class AuthorizationCodeGrant(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ("none", "client_secret_basic", "client_secret_post")

    def save_authorization_code(self, code, request):
        decision = lp_authorization()
        assert decision.kind == "allow"
        allowed = decision.request
        CODES[code] = Code(
            code,
            request.user,
            " ".join(allowed.scopes),
            allowed.issued_code.to_json(),
            time.time(),
        )

    def query_authorization_code(self, code, client):
        return usable_code(code)

    def delete_authorization_code(self, authorization_code):
        USED[authorization_code.code] = CODES.pop(authorization_code.code)

    def authenticate_user(self, authorization_code):
        return authorization_code.user


class RefreshTokenGrant(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ("none", "client_secret_basic", "client_secret_post")
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token):
        for token in TOKENS:
            if token.refresh_token == refresh_token and not token.revoked:
                return token
        return None

    def authenticate_user(self, refresh_token):
        return refresh_token.user

    def revoke_old_credential(self, refresh_token):
        refresh_token.revoked = True


class Issuer(IssuerParameter):
    def get_issuer(self):
        return "https://auth.shop.example"


class Validator(BearerTokenValidator):
    def authenticate_token(self, token_string):
        for token in TOKENS:
            if token.access_token == token_string:
                return token
        return None


def query_client(client_id):
    view = ALLOWLIST.client(client_id)
    return None if view is None else Client(view)


def save_token(token, request):
    saved = Token(
        request.client.client_id,
        request.user,
        token["access_token"],
        token.get("refresh_token"),
        token.get("scope", ""),
        time.time() + token["expires_in"],
    )
    TOKENS.append(saved)
    if code := CODES.get(request.form.get("code")):
        code.tokens.append(saved)


def usable_code(code: str | None) -> Code | None:
    found = CODES.get(code or "")
    if found is None or time.time() > found.issued_at + CODE_LIFETIME:
        return None
    return found


def lp_authorization() -> lp.AuthorizationDecision:
    # The bytes as they arrived: the allowlist decodes them once.
    return ALLOWLIST.decide_authorization(request.query_string)


app = Flask(__name__)
app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
server = AuthorizationServer(app, query_client=query_client, save_token=save_token)
server.register_grant(AuthorizationCodeGrant, [CodeChallenge(required=True)])
server.register_grant(RefreshTokenGrant)
server.register_extension(Issuer())
protected = ResourceProtector()
protected.register_token_validator(Validator())


@app.route("/authorize", methods=["GET", "POST"])
def authorize():
    decision = lp_authorization()
    if decision.kind == "local_error":
        # Never a redirect: the redirect URI is not one of ours.
        app.logger.warning("refused: %s", decision.reason)
        return Response(decision.error, 400, content_type="text/plain")
    if decision.kind == "redirect_error":
        return redirect(decision.target, 303)
    if request.method == "GET":
        # A real server asks for a sign-in first, and protects the form against CSRF.
        page = "<form method=post><button name=consent value=yes>Allow</button></form>"
        return Response(page)
    if request.form.get("consent") != "yes":
        return redirect(decision.request.error_url("access_denied"), 303)
    grant = server.get_consent_grant(end_user=ADA)
    return server.create_authorization_response(grant=grant, grant_user=ADA)


@app.route("/token", methods=["POST", "OPTIONS"])
def token():
    origin = request.headers.get("Origin")
    cors = ALLOWLIST.cors_headers(origin, preflight=request.method == "OPTIONS")
    if request.method == "OPTIONS":
        return Response(status=204, headers=cors)
    error = token_error()
    if error is not None:
        return Response(error.body, error.status, {**error.headers, **cors})
    response = server.create_token_response()
    response.headers.update(cors)
    return response


def token_error() -> lp.TokenError | None:
    decision = ALLOWLIST.decide_token(
        request.get_data(), request.headers.get("Authorization")
    )
    if decision.kind == "error":
        return decision
    allowed = decision.request
    code = usable_code(allowed.code)
    issued = None if code is None else lp.IssuedCode.from_json(code.issued)
    error = allowed.verify(SECRETS.get(allowed.client_id), issued)
    if error is not None and (used := USED.get(allowed.code or "")):
        # A code that comes twice may be stolen (RFC 6749 section 4.1.2).
        for each in used.tokens:
            each.revoked = True
    return error


@app.get("/logout")
def logout():
    # A real server ends the session and checks id_token_hint.
    client_id = request.args.get("client_id", "")
    uri = request.args.get("post_logout_redirect_uri", "")
    target = ALLOWLIST.post_logout_url(client_id, uri, request.args.get("state"))
    return Response("signed out") if target is None else redirect(target, 303)


@app.get("/orders")
@protected("orders")
def orders():
    return {"orders": ["1001"]}
