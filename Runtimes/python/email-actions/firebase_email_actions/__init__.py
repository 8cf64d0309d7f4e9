"""Settings of the emails whose links the Firebase Admin SDK makes.

The continue URL is the registered one or starts with it: see
``is_continue_url_allowed``. The SDK returns a link; your server sends the email.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firebase_admin import auth

from ._data import ACTIONS, EmailAction

if TYPE_CHECKING:
    from ._action import Action

__all__ = [
    "EmailAction",
    "action_code_settings",
    "continue_url",
    "is_continue_url_allowed",
]


def action_code_settings(
    action: EmailAction | str, environment: str, url: str | None = None
) -> auth.ActionCodeSettings:
    """Return the settings with the registered continue URL, or with ``url``.

    ``environment`` is ``"prod"`` or ``"sandbox"``. Raises ``ValueError`` if the
    environment doesn't have the action, or if the URL is not allowed.
    """
    registered = _registered(action, environment)
    if registered is None:
        message = "the environment doesn't have this email action"
        raise ValueError(message)
    if url is not None and not registered.allows(url):
        message = "the continue URL is not allowed"
        raise ValueError(message)
    return auth.ActionCodeSettings(
        url=registered.url if url is None else url,
        handle_code_in_app=registered.handle_code_in_app,
        ios_bundle_id=registered.ios_bundle_id,
        android_package_name=registered.android_package_name,
        android_install_app=registered.android_install_app,
        android_minimum_version=registered.android_minimum_version,
        link_domain=registered.link_domain,
    )


def continue_url(action: EmailAction | str, environment: str) -> str | None:
    """Return the registered URL; None if the environment doesn't have the action."""
    registered = _registered(action, environment)
    return None if registered is None else registered.url


def is_continue_url_allowed(
    url: str, action: EmailAction | str, environment: str
) -> bool:
    """Tell whether the URL is the registered one or starts with it.

    Scheme, host and path of the registered URL must be the same. More path segments may
    follow, and a query and a fragment. Segments have only letters, digits and ``-._~``
    and don't start with a dot.
    """
    registered = _registered(action, environment)
    return registered is not None and registered.allows(url)


def _registered(action: object, environment: object) -> Action | None:
    if not isinstance(action, str) or not isinstance(environment, str):
        return None
    # Members of an enumeration are strings, too: take them by value.
    return ACTIONS.get(str.__str__(environment), {}).get(str.__str__(action))
