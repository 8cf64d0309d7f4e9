"""The scopes to request from Google, in the order of the policy.

missing_scopes(SIGN_IN, credentials.granted_scopes)

Users may untick scopes, so check after every sign-in what they granted.
"""

from __future__ import annotations

from ._missing import missing_scopes as missing_scopes

SIGN_IN = (
    "email",
    "profile",
)

BACKUP = ("https://www.googleapis.com/auth/drive.file",)


def features() -> dict[str, tuple[str, ...]]:
    """Return all scopes by feature."""
    return {
        "sign_in": SIGN_IN,
        "backup": BACKUP,
    }
