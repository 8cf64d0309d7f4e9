"""Starts a server and drives it over loopback with Authlib's and requests' sessions.

    python3 client.py COMMAND [ARGUMENT ...]

The server must listen on 127.0.0.1 at the port in the environment variable PORT, and
take the secret of the client `partner` from PARTNER_SECRET. The policy is
Examples/AuthorizationServer/Policies/shop.yaml.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import unittest
from urllib.parse import parse_qs, urlsplit

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session, OAuthError

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

PORTAL = {
    "client_id": "portal-prod",
    "redirect_uri": "https://portal.shop.example/signed-in",
    "scope": "orders",
    "token_endpoint_auth_method": "none",
}
PARTNER = {
    "client_id": "partner-prod",
    "client_secret": "partner-secret",
    "redirect_uri": "https://partner.example/callback",
    "scope": "orders invoices",
    "token_endpoint_auth_method": "client_secret_basic",
}


class ServerTests(unittest.TestCase):
    url: str

    def session(self, **client: str) -> OAuth2Session:
        session = OAuth2Session(**client, code_challenge_method="S256")
        self.addCleanup(session.close)
        return session

    def browser(self) -> requests.Session:
        session = requests.Session()
        self.addCleanup(session.close)
        return session

    def consent(self, url: str, answer: str = "yes") -> str:
        """Open the page as a browser does; return where it is sent."""
        browser = self.browser()
        self.assertEqual(browser.get(url).status_code, 200)
        response = browser.post(url, data={"consent": answer}, allow_redirects=False)
        self.assertIn(response.status_code, (302, 303))
        return response.headers["Location"]

    def signed_in(self, session: OAuth2Session) -> tuple[str, str]:
        """Return the response URL of an allowed request and the code verifier."""
        verifier = generate_token(48)
        url, _ = session.create_authorization_url(
            f"{self.url}/authorize", code_verifier=verifier
        )
        return self.consent(url), verifier

    def fetch(self, session: OAuth2Session, response: str, verifier: str) -> dict:
        return session.fetch_token(
            f"{self.url}/token", authorization_response=response, code_verifier=verifier
        )

    def refused(self, data: dict[str, str], **options: object) -> requests.Response:
        response = self.browser().post(f"{self.url}/token", data=data, **options)
        self.assertIn(response.status_code, (400, 401))
        self.assertEqual(response.headers["Cache-Control"], "no-store")
        return response

    def orders(self, token: str) -> int:
        headers = {"Authorization": f"Bearer {token}"}
        return self.browser().get(f"{self.url}/orders", headers=headers).status_code

    def test_code_flow_of_public_and_confidential_clients(self) -> None:
        for client in (PORTAL, PARTNER):
            with self.subTest(client=client["client_id"]):
                session = self.session(**client)
                response, verifier = self.signed_in(session)
                query = parse_qs(urlsplit(response).query)
                self.assertEqual(query["iss"], ["https://auth.shop.example"])
                self.assertTrue(response.startswith(client["redirect_uri"] + "?"))
                token = self.fetch(session, response, verifier)
                self.assertEqual(token["scope"], client["scope"])
                self.assertEqual(self.orders(token["access_token"]), 200)
                refreshed = session.refresh_token(f"{self.url}/token")
                self.assertNotEqual(refreshed["access_token"], token["access_token"])
                self.assertEqual(self.orders(refreshed["access_token"]), 200)

    def test_native_client_with_any_port(self) -> None:
        session = self.session(
            **{**PORTAL, "client_id": "cli-prod"}
            | {"redirect_uri": "http://127.0.0.1:51004/callback"}
        )
        response, verifier = self.signed_in(session)
        self.assertTrue(response.startswith("http://127.0.0.1:51004/callback?code="))
        self.assertIn("access_token", self.fetch(session, response, verifier))

    def test_wrong_verifier(self) -> None:
        session = self.session(**PORTAL)
        response, _ = self.signed_in(session)
        with self.assertRaises(OAuthError) as caught:
            self.fetch(session, response, generate_token(48))
        self.assertEqual(caught.exception.error, "invalid_grant")

    def test_request_without_pkce(self) -> None:
        session = OAuth2Session(**PORTAL)
        self.addCleanup(session.close)
        url, _ = session.create_authorization_url(f"{self.url}/authorize")
        response = self.browser().get(url, allow_redirects=False)
        query = parse_qs(urlsplit(response.headers["Location"]).query)
        self.assertEqual(query["error"], ["invalid_request"])

    def test_wrong_secret(self) -> None:
        right = self.session(**PARTNER)
        response, verifier = self.signed_in(right)
        wrong = self.session(**{**PARTNER, "client_secret": "wrong"})
        with self.assertRaises(OAuthError) as caught:
            self.fetch(wrong, response, verifier)
        self.assertEqual(caught.exception.error, "invalid_client")
        answer = self.refused(
            {"grant_type": "refresh_token", "refresh_token": "x"},
            auth=("partner-prod", "wrong"),
        )
        self.assertEqual(answer.status_code, 401)
        self.assertTrue(answer.headers["WWW-Authenticate"].startswith("Basic "))
        # The code is still good for the right client.
        self.assertIn("access_token", self.fetch(right, response, verifier))

    def test_replayed_code_revokes_its_tokens(self) -> None:
        session = self.session(**PORTAL)
        response, verifier = self.signed_in(session)
        token = self.fetch(session, response, verifier)
        self.assertEqual(self.orders(token["access_token"]), 200)
        with self.assertRaises(OAuthError) as caught:
            self.fetch(session, response, verifier)
        self.assertEqual(caught.exception.error, "invalid_grant")
        self.assertEqual(self.orders(token["access_token"]), 401)

    def test_replayed_refresh_token(self) -> None:
        session = self.session(**PORTAL)
        token = self.fetch(session, *self.signed_in(session))
        session.refresh_token(f"{self.url}/token", token["refresh_token"])
        with self.assertRaises(OAuthError):
            session.refresh_token(f"{self.url}/token", token["refresh_token"])

    def test_unknown_client(self) -> None:
        session = self.session(**{**PORTAL, "client_id": "portal-sandbox"})
        url, _ = session.create_authorization_url(
            f"{self.url}/authorize", code_verifier=generate_token(48)
        )
        response = self.browser().get(url, allow_redirects=False)
        self.assertEqual(response.status_code, 400)
        self.assertEqual(response.text.strip(), "invalid_client")
        form = {"grant_type": "refresh_token", "refresh_token": "x"}
        answer = self.refused({**form, "client_id": "portal-sandbox"})
        self.assertEqual(answer.json(), {"error": "invalid_client"})
        self.assertEqual(answer.status_code, 400)
        self.assertEqual(self.refused(form, auth=("x", "y")).status_code, 401)

    def test_redirect_uris_that_are_not_registered(self) -> None:
        for uri in (
            "https://evil.example/",
            "https://portal.shop.example/signed-in/",
            "https://PORTAL.shop.example/signed-in",
            "https://portal.sandbox.shop.example/signed-in",
        ):
            session = self.session(**{**PORTAL, "redirect_uri": uri})
            url, _ = session.create_authorization_url(
                f"{self.url}/authorize", code_verifier=generate_token(48)
            )
            response = self.browser().get(url, allow_redirects=False)
            self.assertEqual(response.status_code, 400)
            self.assertNotIn("Location", response.headers)

    def test_denied_consent(self) -> None:
        session = self.session(**PORTAL)
        url, state = session.create_authorization_url(
            f"{self.url}/authorize", code_verifier=generate_token(48)
        )
        query = parse_qs(urlsplit(self.consent(url, "no")).query)
        self.assertEqual(query["error"], ["access_denied"])
        self.assertEqual(query["state"], [state])

    def test_preflight(self) -> None:
        for origin, allowed in (
            ("https://portal.shop.example", "https://portal.shop.example"),
            ("https://evil.example", None),
            ("null", None),
        ):
            headers = {"Origin": origin, "Access-Control-Request-Method": "POST"}
            url = f"{self.url}/token"
            response = self.browser().options(url, headers=headers)
            found = response.headers.get("Access-Control-Allow-Origin")
            self.assertEqual(found, allowed)
            self.assertEqual(response.headers["Vary"], "Origin")
            self.assertNotIn("Access-Control-Allow-Credentials", response.headers)
            answer = self.refused({"grant_type": "x"}, headers=headers)
            found = answer.headers.get("Access-Control-Allow-Origin")
            self.assertEqual(found, allowed)

    def test_post_logout(self) -> None:
        for uri, state, target in (
            ("https://portal.shop.example/signed-out", "a b", "?state=a%20b"),
            ("https://portal.shop.example/signed-out", None, ""),
            ("https://evil.example/", "s", None),
        ):
            parameters = {"client_id": "portal-prod", "post_logout_redirect_uri": uri}
            if state is not None:
                parameters["state"] = state
            response = self.browser().get(
                f"{self.url}/logout", params=parameters, allow_redirects=False
            )
            expected = None if target is None else uri + target
            self.assertEqual(response.headers.get("Location"), expected)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_until_ready(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if process.poll() is not None:
                sys.exit(f"the server exited with {process.returncode}")
            if time.monotonic() > deadline:
                sys.exit("the server does not accept connections")
            time.sleep(0.05)


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    port = free_port()
    environment = {
        **os.environ,
        "PORT": str(port),
        "PARTNER_SECRET": PARTNER["client_secret"],
    }
    process = subprocess.Popen(sys.argv[1:], env=environment)
    try:
        wait_until_ready(process, port)
        ServerTests.url = f"http://127.0.0.1:{port}"
        passed = unittest.main(argv=sys.argv[:1], exit=False).result.wasSuccessful()
    finally:
        # The servers keep nothing, and some parents make their children ignore SIGTERM.
        process.kill()
        process.wait()
    sys.exit(not passed)


if __name__ == "__main__":
    main()
