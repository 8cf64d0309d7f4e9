"""Compares the allowlist with vectors.json.

    python3 test_allowlist.py [vectors.json] [--load allowlist.json]

Without --load it tests the generated data, with it the clients of the file. Prints the
vectors that disagree and a summary. The exit status is 0 if all vectors agree, 1 if one
disagrees, and 2 if a file can't be used. pytest runs the same comparison as a test.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

# Where linkpolicy writes the code, unless it is next to this file or on PYTHONPATH.
sys.path.append(str(Path(__file__).parent.parent.parent / "code" / "python"))

import linkpolicy_allowlist as generated

if TYPE_CHECKING:
    from collections.abc import Callable

    from linkpolicy_allowlist import Allowlist


def check(
    allowlist: Allowlist, client_id: str
) -> dict[str, Callable[[dict[str, Any]], bool]]:
    """Return the predicates by the kind of their vectors."""
    return {
        "redirect_uri": lambda vector: allowlist.is_redirect_uri_allowed(
            client_id, vector["redirect_uri"]
        ),
        "post_logout_redirect_uri": lambda vector: (
            allowlist.is_post_logout_redirect_uri_allowed(
                client_id, vector["redirect_uri"]
            )
        ),
        "cors_origin": lambda vector: allowlist.is_cors_origin_allowed(
            client_id, vector["origin"]
        ),
        "grant_type": lambda vector: allowlist.is_grant_type_allowed(
            client_id, vector["grant_type"]
        ),
    }


def decide(allowlist: Allowlist, vector: dict[str, Any]) -> tuple[str, str | None]:
    """Return the decision in the words of the file, and its reason."""
    kind = vector["kind"]
    if kind in ("success_url", "error_url"):
        return show_url(vector), None
    if kind == "authorize":
        return show(allowlist.decide_authorization(vector["query"]))
    if kind == "app_flip_ios":
        return show(allowlist.decide_app_flip_link(vector["url"]))
    if kind == "app_flip_android":
        return show_intent(allowlist, vector)
    if kind == "token":
        return show_token(allowlist, vector)
    is_allowed = check(allowlist, vector["client_id"])[kind](vector)
    return "allow" if is_allowed else "deny", None


def show_url(vector: dict[str, Any]) -> str:
    """Return the URL of a response."""
    uri, state = vector["redirect_uri"], vector["state"]
    if vector["kind"] == "success_url":
        return generated.success_url(uri, vector["code"], state)
    description = vector["error_description"]
    return generated.error_url(uri, vector["error"], state, description=description)


def show(
    decision: generated.AuthorizationDecision | generated.AppFlipDecision,
) -> tuple[str, str]:
    """Describe a decision that goes to a browser."""
    if decision.kind == "allow":
        return f"allow {decision.request.success_url('C1')}", decision.reason
    if decision.kind in ("redirect_error", "return_error"):
        return f"redirect {decision.target}", decision.reason
    if decision.kind == "local_error":
        return f"local {decision.error}", decision.reason
    return decision.kind.replace("_", "-"), decision.reason


def show_intent(allowlist: Allowlist, vector: dict[str, Any]) -> tuple[str, str]:
    """Describe the result of an intent."""
    extras: generated.AppFlipExtras = {
        "CLIENT_ID": vector["extras"]["client_id"],
        "REDIRECT_URI": vector["extras"]["redirect_uri"],
        "SCOPE": vector["extras"]["scopes"],
    }
    result = allowlist.decide_app_flip_intent(
        vector["caller"], extras, vector["action"]
    )
    if result.kind == "allow":
        return f"allow {result.request.redirect_uri}", result.reason
    if result.kind == "error":
        return f"error {result.type} {result.code} {result.description}", result.reason
    return result.kind, result.reason


def show_token(allowlist: Allowlist, vector: dict[str, Any]) -> tuple[str, str]:
    """Describe the response to a client that has the right secret."""
    decision = allowlist.decide_token(vector["form"], vector["authorization"])
    problem = decision if decision.kind == "error" else None
    if decision.kind == "allow":
        issued = vector["issued"] and generated.IssuedCode(**vector["issued"])
        secret = decision.request.client_secret
        problem = decision.request.verify(secret, issued)
    if problem is None:
        return "allow", decision.reason
    ending = " basic" if "WWW-Authenticate" in problem.headers else ""
    return f"error {problem.status} {problem.error}{ending}", problem.reason


def loaded(path: Path | None) -> dict[str, Allowlist]:
    """Return the allowlists by environment."""
    if path is None:
        return {each.value: generated.allowlist(each) for each in generated.Environment}
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    return {
        each.value: generated.Allowlist.load(data, digest, each)
        for each in generated.Environment
    }


def run(path: Path, source: Path | None = None) -> int:
    """Print the vectors that disagree and a summary; return the exit status."""
    try:
        vectors = json.loads(path.read_bytes())["vectors"]
        allowlists = loaded(source)
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"{source or path} can't be used: {error}")
        return 2
    if not vectors:
        print(f"{path} contains no vectors")
        return 2
    failures = 0
    for vector in vectors:
        actual, reason = decide(allowlists[vector["environment"]], vector)
        expected = vector["expect"], vector.get("reason") or reason
        if (actual, reason) != expected:
            failures += 1
            print(f"{vector['id']}: expected {expected!a}, not {(actual, reason)!a}")
    print(f"{len(vectors) - failures} of {len(vectors)} vectors agree")
    return 1 if failures else 0


def test_vectors() -> None:
    """Run vectors.json in the folder of this file, or above."""
    here = Path(__file__).parent
    beside = here / "vectors.json"
    assert run(beside if beside.is_file() else here.parent / "vectors.json") == 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    above = Path(__file__).parent.parent / "vectors.json"
    parser.add_argument("vectors", nargs="?", type=Path, default=above)
    parser.add_argument("--load", type=Path, metavar="allowlist.json")
    arguments = parser.parse_args()
    sys.exit(run(arguments.vectors, arguments.load))
