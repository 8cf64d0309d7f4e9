"""An authorization server with FastAPI, guarded by the generated allowlist.

linkpolicy decides which requests are valid; store.py keeps codes and tokens in memory.

    PYTHONPATH=generated/code/python uvicorn server:app
"""

from __future__ import annotations

import logging
import os
from urllib.parse import parse_qs

import linkpolicy_allowlist as lp
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse

import store

# From the configuration, never from a request.
ALLOWLIST = lp.allowlist(lp.Environment(os.environ.get("SHOP_ENVIRONMENT", "prod")))
SECRETS = {"partner-prod": os.environ.get("PARTNER_SECRET")}

# A real server asks for a sign-in first, and protects the form against CSRF.
PAGE = "<form method=post><button name=consent value=yes>Allow</button></form>"

app = FastAPI()
log = logging.getLogger("uvicorn.error")


def redirect(target: str) -> Response:
    # Not RedirectResponse, which encodes the URL again.
    return Response(status_code=303, headers={"Location": target})


@app.api_route("/authorize", methods=["GET", "POST"])
async def authorize(request: Request) -> Response:
    # The bytes as they arrived: the allowlist decodes them once.
    decision = ALLOWLIST.decide_authorization(request.scope["query_string"])
    if decision.kind == "local_error":
        # Never a redirect: the redirect URI is not one of ours.
        log.warning("refused: %s", decision.reason)
        return PlainTextResponse(decision.error, 400)
    if decision.kind == "redirect_error":
        return redirect(decision.target)
    if request.method == "GET":
        return HTMLResponse(PAGE)
    form = parse_qs((await request.body()).decode())
    if form.get("consent") != ["yes"]:
        return redirect(decision.request.error_url("access_denied"))
    return redirect(decision.request.success_url(store.add(decision.request)))


@app.api_route("/token", methods=["POST", "OPTIONS"])
async def token(request: Request) -> Response:
    origin = request.headers.get("Origin")
    preflight = request.method == "OPTIONS"
    cors = ALLOWLIST.cors_headers(origin, preflight=preflight)
    if preflight:
        return Response(status_code=204, headers=cors)
    decision = ALLOWLIST.decide_token(
        await request.body(), request.headers.get("Authorization")
    )
    if decision.kind == "allow":
        secret = SECRETS.get(decision.request.client_id)
        response = store.respond(decision.request, secret)
    else:
        response = decision
    if isinstance(response, lp.TokenError):
        log.warning("refused: %s", response.reason)
        headers = {**response.headers, **cors}
        return Response(response.body, response.status, headers)
    return JSONResponse(response, 200, {"Cache-Control": "no-store", **cors})


@app.get("/logout")
async def logout(
    client_id: str = "", post_logout_redirect_uri: str = "", state: str | None = None
) -> Response:
    # A real server ends the session and checks id_token_hint.
    target = ALLOWLIST.post_logout_url(client_id, post_logout_redirect_uri, state)
    return PlainTextResponse("signed out") if target is None else redirect(target)


@app.get("/orders")
async def orders(request: Request) -> Response:
    if store.is_authorized(request.headers.get("Authorization", ""), "orders"):
        return JSONResponse({"orders": ["1001"]})
    return JSONResponse({"error": "invalid_token"}, 401)
