from __future__ import annotations

import base64
import copy
import dataclasses
import json
import pickle
import pprint
import unittest
from typing import Any
from urllib.parse import quote, urlencode

import linkpolicy_allowlist as la
from linkpolicy_allowlist import Environment

PROD = la.allowlist(Environment.PROD)
CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
SPA_URI = "https://app.example/cb?x=1"
GOOGLE_URI = "https://oauth-redirect.example/r/acme"
FLIP_URI = "https://oauth-redirect.example/a/com.example"


def authorization(**changes: str | None) -> str:
    fields = {
        "client_id": "spa",
        "redirect_uri": SPA_URI,
        "response_type": "code",
        "state": "SECRET-STATE",
        "scope": "read",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
        **changes,
    }
    return urlencode({name: value for name, value in fields.items() if value})


def allowed(**changes: str | None) -> la.Request:
    decision = PROD.decide_authorization(authorization(**changes))
    assert decision.kind == "allow", decision
    return decision.request


def form(**changes: str | None) -> str:
    fields = {
        "grant_type": "authorization_code",
        "client_id": "spa",
        "code": "SECRET-CODE",
        "redirect_uri": SPA_URI,
        "code_verifier": VERIFIER,
        **changes,
    }
    return urlencode({name: value for name, value in fields.items() if value})


def google(**changes: str | None) -> str:
    return form(
        client_id="google",
        client_secret="SECRET",
        redirect_uri=GOOGLE_URI,
        code_verifier=None,
        **changes,
    )


def token(body: str | bytes, header: str | None = None) -> la.TokenRequest:
    decision = PROD.decide_token(body, header)
    assert decision.kind == "allow", decision
    return decision.request


def token_error(body: str | bytes, header: str | None = None) -> la.TokenError:
    decision = PROD.decide_token(body, header)
    assert decision.kind == "error", decision
    return decision


def basic(client_id: str, secret: str) -> str:
    pair = f"{quote(client_id)}:{quote(secret)}"
    return "Basic " + base64.b64encode(pair.encode()).decode()


class AuthorizationTests(unittest.TestCase):
    def test_results_narrow_and_have_a_reason(self) -> None:
        decision = PROD.decide_authorization(authorization())
        assert isinstance(decision, la.Allow)
        assert decision.reason == "allowed"
        assert decision.request.scopes == ("read",)
        assert decision.request.success_url("a b") == (
            SPA_URI + "&code=a%20b&state=SECRET-STATE&iss=https%3A%2F%2Fauth.example"
        )

    def test_reasons(self) -> None:
        for changes, kind, error, reason in (
            (
                {"client_id": None},
                "local_error",
                "invalid_request",
                "client-id-missing",
            ),
            ({"client_id": "x"}, "local_error", "invalid_client", "client-unknown"),
            (
                {"redirect_uri": SPA_URI + "/"},
                "local_error",
                "invalid_request",
                "redirect-uri-not-registered",
            ),
            (
                {"redirect_uri": None},
                "local_error",
                "invalid_request",
                "redirect-uri-missing",
            ),
            (
                {"response_type": None},
                "redirect_error",
                "invalid_request",
                "response-type-missing",
            ),
            (
                {"response_type": "token"},
                "redirect_error",
                "unsupported_response_type",
                "response-type-unsupported",
            ),
            ({"state": None}, "redirect_error", "invalid_request", "state-missing"),
            (
                {"scope": "read  x"},
                "redirect_error",
                "invalid_scope",
                "scope-not-allowed",
            ),
            (
                {"code_challenge": None},
                "redirect_error",
                "invalid_request",
                "pkce-missing",
            ),
            (
                {"code_challenge_method": "plain"},
                "redirect_error",
                "invalid_request",
                "pkce-method",
            ),
            (
                {"code_challenge": "short"},
                "redirect_error",
                "invalid_request",
                "pkce-challenge",
            ),
        ):
            with self.subTest(reason=reason):
                decision = PROD.decide_authorization(authorization(**changes))
                assert decision.kind == kind
                assert decision.kind != "allow"
                assert (decision.error, decision.reason) == (error, reason)

    def test_unreadable_requests_are_refused(self) -> None:
        for query, reason in (
            ("client_id=spa&x=%zz", "malformed-request"),
            ("client_id=spa&x=%ff", "malformed-request"),
            ("client_id=spa&client_id=spa", "duplicate-parameter"),
            ("client_id=spa&client_id=spa&x=%zz", "malformed-request"),
            ("user_locale=a&user_locale=b", "duplicate-parameter"),
            (b"client_id=\xff", "malformed-request"),
        ):
            with self.subTest(query=query):
                decision = PROD.decide_authorization(query)
                assert decision.kind == "local_error"
                assert decision.reason == reason

    def test_bytes_are_the_same_as_text(self) -> None:
        decision = PROD.decide_authorization(authorization().encode())
        assert decision.kind == "allow"
        assert token(form().encode()).code == "SECRET-CODE"
        header = basic("machine", "s").encode()
        body = b"grant_type=client_credentials"
        assert PROD.decide_token(body, header).kind == "allow"

    def test_loopback_port(self) -> None:
        uri = "http://127.0.0.1:51004/cb"
        decision = PROD.decide_authorization(
            authorization(client_id="native", redirect_uri=uri, scope=None)
        )
        assert decision.kind == "allow"
        assert decision.reason == "loopback-port"
        assert decision.request.redirect_uri == uri

    def test_other_parameters_in_order(self) -> None:
        request = PROD.decide_authorization(
            authorization() + "&nonce=n&resource=a&resource=b+c&prompt="
        )
        assert request.kind == "allow"
        assert request.request.other_parameters == (
            ("nonce", "n"),
            ("resource", "a"),
            ("resource", "b c"),
            ("prompt", ""),
        )
        assert request.request.parameter("resource") == "a"
        assert request.request.parameter("request") is None


class TokenTests(unittest.TestCase):
    def test_the_right_code_verifies(self) -> None:
        issued = allowed().issued_code
        assert token(form()).verify(None, issued) is None
        assert token(form()).accepts(issued)

    def test_a_code_is_for_the_request_that_it_was_issued_for(self) -> None:
        issued = allowed().issued_code
        change = dataclasses.replace
        for stored, reason in (
            (None, "code-unknown"),
            (change(issued, client_id="other"), "code-other-client"),
            (change(issued, redirect_uri="https://x"), "redirect-uri-other-request"),
            (change(issued, code_challenge="x"), "code-verifier-mismatch"),
            (change(issued, code_challenge=""), "code-verifier-mismatch"),
            (change(issued, code_challenge=VERIFIER), "code-verifier-mismatch"),
            # The client requires PKCE.
            (change(issued, code_challenge=None), "code-verifier-unexpected"),
        ):
            with self.subTest(reason=reason):
                error = token(form()).verify(None, stored)
                assert error is not None
                assert (error.status, error.error) == (400, "invalid_grant")
                assert error.reason == reason
                assert not token(form()).accepts(stored)

    def test_something_else_than_an_issued_code_is_refused(self) -> None:
        stored: Any = {"client_id": "spa", "redirect_uri": SPA_URI}
        error = token(form()).verify(None, stored)
        assert error is not None
        assert error.reason == "code-unknown"

    def test_a_missing_verifier_is_refused(self) -> None:
        assert token_error(form(code_verifier=None)).reason == "code-verifier-missing"
        issued = la.IssuedCode("google", GOOGLE_URI, CHALLENGE, "S256")
        error = token(google()).verify("SECRET", issued)
        assert error is not None
        assert error.reason == "code-verifier-missing"

    def test_secrets(self) -> None:
        body = "grant_type=client_credentials"
        request = token(body, basic("machine", "gr\u00fc\u00df"))
        for secret in ("gr\u00fc\u00df", "gr\u00fc\u00df".encode(), True):
            assert request.verify(secret) is None
        wrong: tuple[Any, ...] = (None, "", "x", b"x", False, 1, "\ud800", b"", [True])
        for secret in wrong:
            with self.subTest(secret=secret):
                error = request.verify(secret)
                assert error is not None
                assert (error.status, error.error) == (401, "invalid_client")
                assert error.reason == "client-secret-wrong"

    def test_google_account_linking_gets_invalid_grant(self) -> None:
        issued = la.IssuedCode("google", GOOGLE_URI)
        assert token(google()).verify("SECRET", issued) is None
        error = token(google()).verify("wrong", issued)
        assert error is not None
        assert (error.status, error.error) == (400, "invalid_grant")

    def test_errors_are_ready_to_send(self) -> None:
        error = token_error(form(client_id="x"))
        assert (error.status, error.body) == (400, '{"error":"invalid_client"}')
        assert error.headers == {
            "Content-Type": "application/json;charset=UTF-8",
            "Cache-Control": "no-store",
        }
        error = token_error("grant_type=refresh_token", basic("x", "s"))
        assert (error.status, error.error) == (401, "invalid_client")
        assert error.headers["WWW-Authenticate"] == (
            'Basic realm="token", charset="UTF-8"'
        )
        assert token_error(form(client_id=None)).reason == "client-id-missing"
        assert token_error(form(client_id=None)).error == "invalid_client"

    def test_authentication(self) -> None:
        body = "grant_type=client_credentials"
        twice = body + "&client_secret=s"
        for text, header, reason in (
            (body + "&client_id=machine", None, "client-authentication-missing"),
            (body, basic("machine", ""), "client-authentication-missing"),
            (twice + "&client_id=machine", None, "client-authentication-method"),
            (twice, basic("machine", "s"), "client-authentication-twice"),
            (body, "Bearer x", "client-authentication-malformed"),
            (body + "&client_id=x", basic("machine", "s"), "client-id-mismatch"),
            (form(client_secret="s"), None, "client-authentication-method"),
        ):
            with self.subTest(reason=reason):
                assert token_error(text, header).reason == reason

    def test_grants(self) -> None:
        grant = "urn:ietf:params:oauth:grant-type:"
        device = f"grant_type={grant}device_code&client_id=native"
        exchange = f"grant_type={grant}token-exchange&client_id=native"
        for text, reason in (
            (device, "parameter-missing"),
            (device + "&device_code=", "parameter-missing"),
            (device + "&device_code=a&device_code=b", "duplicate-parameter"),
            (exchange + "&subject_token=t", "parameter-missing"),
            (exchange + "&subject_token_type=t", "parameter-missing"),
            ("grant_type=password", "grant-type-unsupported"),
            ("grant_type=implicit", "grant-type-unsupported"),
            ("grant_type=refresh_token&client_id=native", "grant-type-not-allowed"),
            ("grant_type=refresh_token&client_id=spa", "parameter-missing"),
            (
                "grant_type=refresh_token&client_id=spa&refresh_token=r&scope=read+all",
                "scope-not-allowed",
            ),
            ("x=1", "grant-type-missing"),
        ):
            with self.subTest(text=text):
                assert token_error(text).reason == reason
        request = token(device + "&device_code=d&scope=s&resource=a&resource=b")
        assert request.parameter("device_code") == "d"
        assert request.scope == "s"
        assert request.other_parameters[1:] == (("resource", "a"), ("resource", "b"))
        assert token(exchange + "&subject_token=t&subject_token_type=u").code is None

    def test_the_scope_of_a_refresh_is_returned(self) -> None:
        body = (
            "grant_type=refresh_token&refresh_token=r&client_id=spa&scope=read&code=c"
        )
        assert token(body).scope == "read"
        assert token(body).code is None

    def test_the_server_refuses_a_token_or_code(self) -> None:
        refresh = token("grant_type=refresh_token&refresh_token=r&client_id=spa")
        exchange = token(form())
        for request, reason in (
            (refresh, "refresh-token-unknown"),
            (exchange, "code-unknown"),
        ):
            error = request.invalid_grant()
            assert (error.status, error.reason) == (400, reason)
            assert error.body == '{"error":"invalid_grant"}'

    def test_intents(self) -> None:
        body = {
            "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer",
            "client_id": "google",
            "client_secret": "s",
            "assertion": "a.b.c",
        }
        assert token(urlencode({**body, "intent": "get"})).intent == "get"
        reason = token_error(urlencode({**body, "intent": "create"})).reason
        assert reason == "intent-unsupported"
        assert token_error(urlencode(body)).reason == "parameter-missing"


class AppFlipTests(unittest.TestCase):
    LINK = "https://www.example/flip"

    def intent(self, cert: str = "ab" * 32, **extras: str) -> la.AppFlipResult:
        values: Any = {"CLIENT_ID": "google", "REDIRECT_URI": FLIP_URI, **extras}
        caller: la.Caller = {"package": "com.example.caller", "certs": [cert]}
        return la.decide_app_flip(caller, values, Environment.PROD)

    def test_links(self) -> None:
        query = urlencode(
            {"client_id": "google", "redirect_uri": FLIP_URI, "state": "s"}
        )
        decision = la.decide_app_flip(f"{self.LINK}?{query}", Environment.PROD)
        assert decision.kind == "allow"
        for url, kind, reason in (
            ("https://www.example/", "ignore", "link-not-configured"),
            (self.LINK, "not_handled", "redirect-uri-missing"),
            (
                f"{self.LINK}?redirect_uri={GOOGLE_URI}&client_id=google",
                "not_handled",
                "redirect-uri-browser-only",
            ),
            (f"{self.LINK}?redirect_uri={FLIP_URI}", "return_error", "state-missing"),
            (
                f"{self.LINK}?redirect_uri={FLIP_URI}&state=s",
                "return_error",
                "client-id-missing",
            ),
        ):
            with self.subTest(url=url):
                result = la.decide_app_flip(url, Environment.PROD)
                assert (result.kind, result.reason) == (kind, reason)

    def test_intents(self) -> None:
        assert self.intent().kind == "allow"
        assert self.intent("00").kind == "cancelled"
        result = self.intent(SCOPE="devices x")
        assert result.kind == "error"
        assert (result.description, result.reason) == (
            "Invalid scope",
            "scope-not-allowed",
        )


class ServerTests(unittest.TestCase):
    def test_client_view(self) -> None:
        client = PROD.client("machine")
        assert client is not None
        assert client.token_endpoint_auth == "client_secret_basic"
        assert (client.type, client.provider) == ("web", "generic")
        assert not client.is_public
        assert PROD.client("x") is None
        keys = [each.key for each in PROD.clients]
        assert keys == ["google-home", "spa", "native", "machine"]
        with self.assertRaises(dataclasses.FrozenInstanceError):
            client.is_public = True  # type: ignore[misc]

    def test_cors(self) -> None:
        assert PROD.cors_headers("https://x") == {"Vary": "Origin"}
        assert PROD.cors_headers(None, preflight=True) == {"Vary": "Origin"}
        headers = PROD.cors_headers("https://app.example", preflight=True)
        assert headers == {
            "Vary": "Origin",
            "Access-Control-Allow-Origin": "https://app.example",
            "Access-Control-Allow-Methods": "GET, POST",
            "Access-Control-Allow-Headers": "Authorization, Content-Type",
        }

    def test_post_logout(self) -> None:
        uri = "https://app.example/bye"
        assert PROD.post_logout_url("spa", uri) == uri
        assert PROD.post_logout_url("spa", uri, "a b") == f"{uri}?state=a%20b"
        assert PROD.post_logout_url("spa", uri + "/", "s") is None
        assert PROD.post_logout_url("spa", uri, "\ud800") is None
        state: Any = ["s"]
        assert PROD.post_logout_url("spa", uri, state) is None


class MisuseTests(unittest.TestCase):
    def objects(self) -> list[Any]:
        client = PROD.client("spa")
        return [allowed(), token(form()), client]

    def test_nothing_forges_a_request_or_a_client(self) -> None:
        for value in self.objects():
            names = [each.name for each in dataclasses.fields(value)]
            fields = {name: getattr(value, name) for name in names}
            with self.subTest(type=type(value)):
                for forge in (
                    lambda value=value, fields=fields: type(value)(object(), **fields),
                    lambda value=value, fields=fields: type(value)(**fields),
                    lambda value=value: dataclasses.replace(value, client_id="x"),
                    lambda value=value: pickle.dumps(value),
                    lambda value=value: copy.copy(value),
                    lambda value=value: copy.deepcopy(value),
                ):
                    with self.assertRaises((TypeError, ValueError)):
                        forge()
                with self.assertRaises(dataclasses.FrozenInstanceError):
                    setattr(value, names[0], "https://evil.example/")
        with self.assertRaises(TypeError):
            la.Allowlist(object(), ())

    def test_no_printed_form_shows_a_secret(self) -> None:
        bearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
        values: list[Any] = [
            PROD.decide_authorization(authorization(nonce="SECRET-NONCE")),
            PROD.decide_authorization(authorization(scope="x")),
            la.decide_app_flip(
                f"https://www.example/flip?redirect_uri={FLIP_URI}&state=SECRET",
                Environment.PROD,
            ),
            PROD.decide_token(form(resource="SECRET"), None),
            PROD.decide_token(google(), None),
            PROD.decide_token(
                google(grant_type=bearer, assertion="SECRET", intent="get"), None
            ),
            PROD.decide_token(
                "grant_type=refresh_token&client_id=spa&refresh_token=SECRET", None
            ),
            allowed().issued_code,
        ]
        for value in values:
            request = getattr(value, "request", value)
            for shown in (repr(value), f"{request}", pprint.pformat([value])):
                with self.subTest(shown=shown):
                    assert "SECRET" not in shown
                    assert VERIFIER not in shown
                    assert CHALLENGE not in shown
            with self.assertRaises(TypeError):
                json.dumps(request)

    def test_values_that_are_not_strings_never_match(self) -> None:
        class Equal(str):
            __slots__ = ()

            def __eq__(self, other: object) -> bool:
                return True

            def __hash__(self) -> int:
                return hash("spa")

        odd: list[Any] = [["spa"], ("spa",), {"spa"}, b"spa", 1, True, None, object()]
        odd.append(Equal("x"))
        origin = "https://app.example"
        bye = "https://app.example/bye"
        for value in odd:
            with self.subTest(value=value):
                for client_id, uri, end, page, grant in (
                    (value, SPA_URI, bye, origin, "authorization_code"),
                    ("spa", value, value, value, value),
                ):
                    assert not PROD.is_redirect_uri_allowed(client_id, uri)
                    assert not PROD.is_post_logout_redirect_uri_allowed(client_id, end)
                    assert not PROD.is_cors_origin_allowed(client_id, page)
                    assert not PROD.is_grant_type_allowed(client_id, grant)
                    assert PROD.post_logout_url(client_id, end) is None
                assert PROD.cors_headers(value) == {"Vary": "Origin"}
                assert PROD.client(value) is None
        assert PROD.is_cors_origin_allowed(Equal("spa"), Equal(origin))

    def test_an_environment_is_a_member_or_its_value(self) -> None:
        assert la.allowlist(Environment("prod")) is PROD
        for value in ("Prod", None, "production", ["prod"], 1):
            wrong: Any = value
            with self.subTest(value=value), self.assertRaises(ValueError):
                la.allowlist(wrong)


# Every language reads and writes these.
FULL = '{"client_id":"a","redirect_uri":"b:c","code_challenge":"d","code_challenge_method":"S256"}'  # noqa: E501
LEAST = '{"client_id":"a","redirect_uri":null,"code_challenge":null,"code_challenge_method":null}'  # noqa: E501


class IssuedCodeTests(unittest.TestCase):
    def test_round_trip(self) -> None:
        for issued in (allowed().issued_code, la.IssuedCode('a\u00e9"')):
            assert la.IssuedCode.from_json(issued.to_json()) == issued
            assert la.IssuedCode.from_json(issued.to_json().encode()) == issued

    def test_every_language_has_the_same_json(self) -> None:
        for text, issued in (
            (FULL, la.IssuedCode("a", "b:c", "d", "S256")),
            (LEAST, la.IssuedCode("a")),
        ):
            assert la.IssuedCode.from_json(text) == issued
            assert json.loads(issued.to_json()) == json.loads(text)

    def test_anything_else_is_refused(self) -> None:
        fields = json.loads(la.IssuedCode("a").to_json())
        for value in (
            "",
            "null",
            "[]",
            '{"client_id":"a"}',
            json.dumps({**fields, "client_id": 1}),
            json.dumps({**fields, "client_id": None}),
            json.dumps({**fields, "code_challenge": ["x"]}),
            json.dumps({**fields, "x": 1}),
        ):
            with self.subTest(value=value), self.assertRaises(ValueError):
                la.IssuedCode.from_json(value)


if __name__ == "__main__":
    unittest.main()
