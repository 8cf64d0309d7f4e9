// An authorization server with Express, guarded by the generated allowlist.
//
// linkpolicy decides which requests are valid; store.js keeps codes and tokens in memory.
import express from "express";
import { allowlist } from "./allowlist/linkpolicy-allowlist.js";
import { addConsent, isAuthorized, issueTokens } from "./store.js";

// From the configuration, never from a request.
const clients = allowlist(process.env.SHOP_ENVIRONMENT ?? "prod");
const secrets = new Map([["partner-prod", process.env.PARTNER_SECRET]]);

// A real server asks for a sign-in first, and protects the form against CSRF.
const page = "<form method=post><button name=consent value=yes>Allow</button></form>";

const app = express();
app.disable("x-powered-by");

// Not `response.redirect`, which encodes the URL again.
const redirect = (response, target) => response.status(303).set("Location", target).end();

function authorize(request, response) {
  // Not `request.query`: the allowlist decodes the query once.
  const [, query] = /^[^?]*\??(.*)$/.exec(request.originalUrl);
  const decision = clients.decideAuthorization(query);
  switch (decision.kind) {
    case "local_error":
      // Never a redirect: the redirect URI is not one of ours.
      console.warn("refused:", decision.reason);
      return response.status(400).type("text").send(decision.error);
    case "redirect_error":
      return redirect(response, decision.target);
    case "allow":
      if (request.method === "GET") return response.send(page);
      if (request.body.consent !== "yes") {
        return redirect(response, decision.request.errorUrl("access_denied"));
      }
      return redirect(response, decision.request.successUrl(addConsent(decision.request)));
  }
}

function token(request, response) {
  // Without a body, the parser leaves an object.
  const form = Buffer.isBuffer(request.body) ? request.body : "";
  const decision = clients.decideToken(form, request.get("Authorization"));
  const { error, tokens } =
    decision.kind === "error"
      ? { error: decision }
      : issueTokens(decision.request, secrets.get(decision.request.clientId));
  if (error !== undefined) {
    console.warn("refused:", error.reason);
    return response.status(error.status).set(error.headers).end(error.body);
  }
  return response.set("Cache-Control", "no-store").json(tokens);
}

function cors(request, response, next) {
  const preflight = request.method === "OPTIONS";
  response.set(clients.corsHeaders(request.get("Origin"), preflight));
  return preflight ? response.status(204).end() : next();
}

app.get("/authorize", authorize);
app.post("/authorize", express.urlencoded({ extended: false }), authorize);
app.use("/token", cors);
// Not `express.urlencoded`: the allowlist decodes the form once.
app.post("/token", express.raw({ type: () => true, limit: "64kb" }), token);

app.get("/logout", (request, response) => {
  // A real server ends the session and checks id_token_hint.
  const { client_id, post_logout_redirect_uri, state } = request.query;
  const target = clients.postLogoutUrl(client_id, post_logout_redirect_uri, state);
  return target === undefined ? response.send("signed out") : redirect(response, target);
});

app.get("/orders", (request, response) =>
  isAuthorized(request.get("Authorization"), "orders")
    ? response.json({ orders: ["1001"] })
    : response.status(401).json({ error: "invalid_token" }),
);

app.listen(Number(process.env.PORT), "127.0.0.1");
