// An authorization server with node:http, guarded by the generated allowlist.
//
// linkpolicy decides which requests are valid; store.js keeps codes and tokens in memory.
import { createServer } from "node:http";
import { allowlist } from "./allowlist/linkpolicy-allowlist.js";
import { addConsent, isAuthorized, issueTokens } from "./store.js";

// From the configuration, never from a request.
const clients = allowlist(process.env.SHOP_ENVIRONMENT ?? "prod");
const secrets = new Map([["partner-prod", process.env.PARTNER_SECRET]]);

// A real server asks for a sign-in first, and protects the form against CSRF.
const page = "<form method=post><button name=consent value=yes>Allow</button></form>";

async function authorize(request, response, query) {
  // The query as it arrived: the allowlist decodes it once.
  const decision = clients.decideAuthorization(query);
  switch (decision.kind) {
    case "local_error":
      // Never a redirect: the redirect URI is not one of ours.
      console.warn("refused:", decision.reason);
      return send(response, 400, { "Content-Type": "text/plain" }, decision.error);
    case "redirect_error":
      return redirect(response, decision.target);
    case "allow": {
      if (request.method === "GET") return send(response, 200, { "Content-Type": "text/html" }, page);
      const form = new URLSearchParams((await body(request)).toString());
      if (form.get("consent") !== "yes") {
        return redirect(response, decision.request.errorUrl("access_denied"));
      }
      return redirect(response, decision.request.successUrl(addConsent(decision.request)));
    }
  }
}

async function token(request, response) {
  const preflight = request.method === "OPTIONS";
  const cors = clients.corsHeaders(request.headers.origin, preflight);
  if (preflight) return send(response, 204, cors);
  const decision = clients.decideToken(await body(request), request.headers.authorization);
  const { error, tokens } =
    decision.kind === "error"
      ? { error: decision }
      : issueTokens(decision.request, secrets.get(decision.request.clientId));
  if (error !== undefined) {
    console.warn("refused:", error.reason);
    return send(response, error.status, { ...error.headers, ...cors }, error.body);
  }
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store", ...cors };
  return send(response, 200, headers, JSON.stringify(tokens));
}

function logout(_request, response, query) {
  // A real server ends the session and checks id_token_hint.
  const parameters = new URLSearchParams(query);
  const target = clients.postLogoutUrl(
    parameters.get("client_id"),
    parameters.get("post_logout_redirect_uri"),
    parameters.get("state"),
  );
  return target === undefined ? send(response, 200, {}, "signed out") : redirect(response, target);
}

function orders(request, response) {
  const headers = { "Content-Type": "application/json" };
  return isAuthorized(request.headers.authorization, "orders")
    ? send(response, 200, headers, '{"orders":["1001"]}')
    : send(response, 401, headers, '{"error":"invalid_token"}');
}

function send(response, status, headers, text) {
  response.writeHead(status, headers).end(text);
}

function redirect(response, target) {
  send(response, 303, { Location: target });
}

async function body(request) {
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > 65_536) throw new Error("the form is too large");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const routes = new Map([
  ["GET /authorize", authorize],
  ["POST /authorize", authorize],
  ["POST /token", token],
  ["OPTIONS /token", token],
  ["GET /logout", logout],
  ["GET /orders", orders],
]);

createServer((request, response) => {
  const [, path, query] = /^([^?]*)\??(.*)$/.exec(request.url);
  const route = routes.get(`${request.method} ${path}`);
  if (route === undefined) return send(response, 404, {}, "not found");
  Promise.resolve(route(request, response, query)).catch((error) => {
    console.error(error.message);
    response.headersSent ? response.destroy() : send(response, 400, { Connection: "close" });
  });
}).listen(Number(process.env.PORT), "127.0.0.1");
