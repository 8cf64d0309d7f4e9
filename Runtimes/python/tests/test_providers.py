from __future__ import annotations

import unittest
from typing import Any

import firebase_email_actions as emails
import google_scopes
from firebase_email_actions import EmailAction


class EmailActionTests(unittest.TestCase):
    URL = "https://app.example/finish"

    def test_settings(self) -> None:
        settings = emails.action_code_settings("sign_in", "prod", self.URL + "/a?b=%20")
        assert settings.url == self.URL + "/a?b=%20"
        assert settings.ios_bundle_id == "com.example.app"
        registered = emails.action_code_settings(EmailAction.SIGN_IN, "prod")
        assert registered.url == emails.continue_url("sign_in", "prod")
        for action, environment, url in (
            ("sign_in", "sandbox", None),
            ("SIGN_IN", "prod", None),
            ("sign_in", "prod", "https://evil.example/"),
        ):
            with self.assertRaises(ValueError):
                emails.action_code_settings(action, environment, url)

    def test_continue_urls(self) -> None:
        for rest, is_allowed in (
            ("", True),
            ("/a/b.c", True),
            ("?a=1", True),
            ("#x", True),
            ("ing", False),
            ("/../x", False),
            ("//x", False),
            ("/a\n", False),
            ("?%zz", False),
            ("?" + "a" * 2048, False),
        ):
            with self.subTest(rest=rest):
                found = emails.is_continue_url_allowed(
                    self.URL + rest, EmailAction.SIGN_IN, "prod"
                )
                assert found is is_allowed

    def test_other_schemes_have_one_url(self) -> None:
        for url, is_allowed in (("home:", True), ("home:/x", False)):
            assert emails.is_continue_url_allowed(url, "reset", "prod") is is_allowed

    def test_values_that_are_not_strings_never_match(self) -> None:
        odd: list[Any] = [None, 1, [self.URL], {"x": 1}, b"x"]
        for value in odd:
            assert not emails.is_continue_url_allowed(value, "sign_in", "prod")
            assert not emails.is_continue_url_allowed(self.URL, value, "prod")
            assert not emails.is_continue_url_allowed(self.URL, "sign_in", value)


class GoogleScopeTests(unittest.TestCase):
    def test_missing_scopes(self) -> None:
        long = "https://www.googleapis.com/auth/userinfo.email"
        for granted, missing in (
            (None, ["email", "profile"]),
            ("", ["email", "profile"]),
            (f"openid {long}", ["profile"]),
            (["profile", "email"], []),
        ):
            with self.subTest(granted=granted):
                found = google_scopes.missing_scopes(google_scopes.SIGN_IN, granted)
                assert found == missing
        prefix = "https://www.googleapis.com/auth/userinfo."
        for name in ("email", "profile"):
            for requested in (name, prefix + name):
                for same in (name, prefix + name):
                    assert google_scopes.missing_scopes([requested], same) == []
                for other in ("openid", prefix + "openid", name.upper()):
                    found = google_scopes.missing_scopes([requested], [other])
                    assert found == [requested]
        assert list(google_scopes.features()) == ["sign_in", "backup"]


if __name__ == "__main__":
    unittest.main()
