# The form of generated data: what the printer of linkpolicy writes.
"""The clients of the policy."""

from __future__ import annotations

from ._client import Client


def prod() -> tuple[Client, ...]:
    """Return the clients in production."""
    return (
        Client(
            id="google",
            key="google-home",
            redirect_uris=(
                "https://oauth-redirect.example/r/acme",
                "https://oauth-redirect.example/a/com.example",
            ),
            browser_redirect_uris=("https://oauth-redirect.example/r/acme",),
            is_google_account_linking=True,
            scopes=("devices", "profile"),
            grant_types=(
                "authorization_code",
                "refresh_token",
                "urn:ietf:params:oauth:grant-type:jwt-bearer",
            ),
            requires_pkce=False,
            issuer="https://auth.example",
            universal_link="https://www.example/flip",
            intent_action="com.example.APP_FLIP",
            callers=(("com.example.caller", ("AB" * 32,)),),
            assertion_intents=("check", "get"),
        ),
        Client(
            id="spa",
            key="spa",
            redirect_uris=("https://app.example/cb?x=1",),
            post_logout_redirect_uris=("https://app.example/bye",),
            cors_origins=("https://app.example",),
            scopes=("read",),
            issuer="https://auth.example",
            is_public=True,
        ),
        Client(
            id="native",
            key="native",
            redirect_uris=("http://127.0.0.1/cb", "com.example:/cb"),
            is_native=True,
            grant_types=(
                "authorization_code",
                "urn:ietf:params:oauth:grant-type:device_code",
                "urn:ietf:params:oauth:grant-type:token-exchange",
            ),
            requires_state=False,
            is_public=True,
        ),
        Client(
            id="machine",
            key="machine",
            redirect_uris=("https://machine.example/cb",),
            allows_omitted_redirect_uri=True,
            scopes=("read",),
            grant_types=("client_credentials", "refresh_token"),
            authenticates_by_header=True,
        ),
    )


def sandbox() -> tuple[Client, ...]:
    """Return the clients in the sandbox."""
    return ()
