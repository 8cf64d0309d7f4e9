// Codes and tokens in memory. A real server keeps their hashes in a database.
import { randomBytes } from "node:crypto";

const codeLifetime = 60_000;
const tokenLifetime = 3_600_000;

/** A consent by its code: { issued, scopes, expires, isUsed, isRevoked }. */
const codes = new Map();
const accessTokens = new Map();
const refreshTokens = new Map();

const randomText = () => randomBytes(32).toString("base64url");

/** Stores the user's consent to a request and returns its code. */
export function addConsent(request) {
  const code = randomText();
  const expires = Date.now() + codeLifetime;
  codes.set(code, { issued: request.issuedCode, scopes: request.scopes, expires });
  return code;
}

/** Verifies the request, consumes its code or refresh token, and returns { error } or { tokens }. */
export function issueTokens(request, secret) {
  let consent = codes.get(request.code);
  const isUsable = consent !== undefined && !consent.isUsed && Date.now() < consent.expires;
  const error = request.verify(secret, isUsable ? consent.issued : undefined);
  if (error !== undefined) {
    // A code that comes twice may be stolen (RFC 6749 section 4.1.2).
    if (consent?.isUsed) consent.isRevoked = true;
    return { error };
  }
  if (request.grantType === "refresh_token") {
    consent = refreshTokens.get(request.refreshToken);
    if (consent?.issued.client_id !== request.clientId || consent.isRevoked) {
      return { error: request.invalidGrant() };
    }
    refreshTokens.delete(request.refreshToken);
  }
  consent.isUsed = true;
  const [access, refresh] = [randomText(), randomText()];
  accessTokens.set(access, { consent, expires: Date.now() + tokenLifetime });
  refreshTokens.set(refresh, consent);
  const tokens = {
    access_token: access,
    token_type: "Bearer",
    expires_in: tokenLifetime / 1000,
    refresh_token: refresh,
    scope: consent.scopes.join(" "),
  };
  return { tokens };
}

/** Whether an Authorization header has a token for the scope. */
export function isAuthorized(authorization, scope) {
  const token = accessTokens.get(authorization?.replace(/^Bearer /, ""));
  if (token === undefined || token.consent.isRevoked || Date.now() >= token.expires) return false;
  return token.consent.scopes.includes(scope);
}
