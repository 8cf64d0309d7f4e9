extension PythonTarget {
  /// What the module says of itself, imports and exports.
  static let preamble: Code<PythonLanguage> = #"""
    """\#(Code.purpose)

    Texts are compared as they are. Nothing is trimmed, folded, normalised or decoded twice,
    and answers go to registered redirect URIs only.

    The module always holds both environments, for Python has no build that could leave one
    out: take the environment from the configuration of the server, never from a request.

    \#(Code.duties(""))

    Values of a request that are not texts, as some frameworks pass them on, are refused.
    """

    from __future__ import annotations

    import base64
    import enum
    import hashlib
    import hmac
    import re
    from collections.abc import Mapping, Sequence, Set
    from dataclasses import dataclass
    from typing import Any, Literal, Optional, TypedDict, Union, overload
    from urllib.parse import quote

    __all__ = [
        "AppFlipDecision",
        "AppFlipExtras",
        "AppFlipResult",
        "AuthorizationDecision",
        "Caller",
        "Environment",
        "IssuedCode",
        "Request",
        "TokenDecision",
        "TokenRequest",
        "decide_app_flip",
        "decide_authorization",
        "decide_token",
        "error_url",
        "is_cors_origin_allowed",
        "is_grant_type_allowed",
        "is_post_logout_redirect_uri_allowed",
        "is_redirect_uri_allowed",
        "success_url",
    ]
    """#
}
