extension PythonTarget {
  /// The program that runs `vectors.json` against the generated code.
  static func runner(_ header: GeneratedHeader) -> Code<PythonLanguage> {
    #"""
    # \#(header)
    """Runs vectors.json against the allowlist.

        python3 test_allowlist.py vectors.json

    The exit status is 0 when all vectors agree, 1 when one does not, and 2 for a file that
    holds none. pytest and its like find the same check as a test.
    """

    from __future__ import annotations

    import json
    import pathlib
    import sys
    from typing import Any

    import linkpolicy_allowlist as allowlist


    def answer(vector: dict[str, Any]) -> str:
        """What the allowlist says, in the words of the file."""
        kind = vector["kind"]
        environment = allowlist.Environment(vector["environment"])
        if kind == "redirect_uri":
            is_allowed = allowlist.is_redirect_uri_allowed(
                vector["client_id"], environment, vector["redirect_uri"]
            )
            return "allow" if is_allowed else "deny"
        if kind == "post_logout_redirect_uri":
            is_allowed = allowlist.is_post_logout_redirect_uri_allowed(
                vector["client_id"], environment, vector["redirect_uri"]
            )
            return "allow" if is_allowed else "deny"
        if kind == "cors_origin":
            is_allowed = allowlist.is_cors_origin_allowed(
                vector["client_id"], environment, vector["origin"]
            )
            return "allow" if is_allowed else "deny"
        if kind == "grant_type":
            is_allowed = allowlist.is_grant_type_allowed(
                vector["client_id"], environment, vector["grant_type"]
            )
            return "allow" if is_allowed else "deny"
        if kind == "authorize":
            return show(allowlist.decide_authorization(vector["query"], environment))
        if kind == "app_flip_ios":
            return show(allowlist.decide_app_flip(vector["url"], environment))
        if kind == "app_flip_android":
            extras: allowlist.AppFlipExtras = {
                "CLIENT_ID": vector["extras"]["client_id"],
                "REDIRECT_URI": vector["extras"]["redirect_uri"],
                "SCOPE": vector["extras"]["scopes"],
            }
            return show_result(
                allowlist.decide_app_flip(
                    vector["caller"], extras, environment, vector["action"]
                )
            )
        if kind == "success_url":
            return allowlist.success_url(
                vector["redirect_uri"], vector["code"], vector["state"]
            )
        if kind == "error_url":
            return allowlist.error_url(
                vector["redirect_uri"],
                vector["error"],
                vector["state"],
                description=vector["error_description"],
            )
        if kind == "token":
            return show_token(vector, environment)
        return f"no kind {kind}"


    def show_token(vector: dict[str, Any], environment: allowlist.Environment) -> str:
        """The answer to a client that has the right secret and its verifier."""
        decision = allowlist.decide_token(
            vector["form"], vector["authorization"], environment
        )
        if decision.request is None:
            ending = " basic" if decision.asks_for_basic else ""
            return f"error {decision.status} {decision.error}{ending}"
        issued = vector["issued"] and allowlist.IssuedCode(**vector["issued"])
        if decision.request.code is None or decision.request.accepts(issued):
            return "allow"
        return "error 400 invalid_grant"


    def show(
        decision: allowlist.AuthorizationDecision | allowlist.AppFlipDecision,
    ) -> str:
        if decision.request is not None:
            return "allow " + decision.request.success_url("C1")
        if decision.target is not None:
            return "redirect " + decision.target
        if decision.kind == "local_error":
            return f"local {decision.error}"
        return decision.kind.replace("_", "-")


    def show_result(result: allowlist.AppFlipResult) -> str:
        if result.request is not None:
            return "allow " + result.request.redirect_uri
        if result.kind == "error":
            return (
                f"error {result.error_type} {result.error_code} {result.error_description}"
            )
        return result.kind


    def run(path: pathlib.Path) -> int:
        """Prints the vectors that disagree and a summary; the exit status."""
        try:
            vectors = json.loads(path.read_bytes())["vectors"]
        except (OSError, ValueError, KeyError, TypeError):
            vectors = []
        if not vectors:
            print(f"{path} holds no vectors")
            return 2
        failures = 0
        for vector in vectors:
            expected, actual = vector["expect"], answer(vector)
            if actual != expected:
                failures += 1
                print(f"{vector['id']}: expected {expected!a}, not {actual!a}")
        print(f"{len(vectors) - failures} of {len(vectors)} vectors agree")
        return 1 if failures else 0


    def test_vectors() -> None:
        assert run(pathlib.Path(__file__).with_name("vectors.json")) == 0


    if __name__ == "__main__":
        if len(sys.argv) != 2:
            print("usage: test_allowlist.py vectors.json")
            sys.exit(2)
        sys.exit(run(pathlib.Path(sys.argv[1])))
    """#
  }
}
