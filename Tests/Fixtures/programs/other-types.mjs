const odd = () => {
  const changing = (first, then) => {
    let count = 0;
    return { toString: () => (count++ === 0 ? first : then), valueOf: () => first };
  };
  return [
    [PROD_URI], [[PROD_URI]], [PROD_URI, "https://evil.example/"], ["http://127.0.0.1:1/cb"],
    new String(PROD_URI), changing(PROD_URI, "https://evil.example/"),
    changing("http://127.0.0.1:1/cb", "https://evil.example/"),
    { length: 1, 0: PROD_URI }, 1, true, null, undefined, Symbol("x"), 1n, () => PROD_URI,
  ];
};
for (const id of ["google-client-1", "native-cli", "Kiosk-1"]) {
  for (const uri of odd()) claim(a.isRedirectUriAllowed(id, "prod", uri) === false);
}
for (const id of odd()) claim(a.isRedirectUriAllowed(id, "prod", PROD_URI) === false);
claim(a.isRedirectUriAllowed(["google-client-1"], "prod", PROD_URI) === false);
claim(a.isRedirectUriAllowed(new String("google-client-1"), "prod", PROD_URI) === false);
for (const environment of odd()) {
  claim(throws(() => a.isRedirectUriAllowed("google-client-1", environment, PROD_URI)));
  claim(throws(() => a.decideAuthorization("client_id=google-client-1", environment)));
  claim(throws(() => a.decideToken("grant_type=refresh_token", null, environment)));
}
claim(throws(() => a.isRedirectUriAllowed("google-client-1", ["prod"], PROD_URI)));

const query = `client_id=google-client-1&response_type=code&state=s&redirect_uri=${encodeURIComponent(PROD_URI)}`;
const refused = [[query], new String(query), { toString: () => query }, 1, null, undefined];
claim(a.decideAuthorization(query, "prod").kind === "allow");
for (const text of refused) {
  claim(a.decideAuthorization(text, "prod").error === "invalid_request");
  claim(a.decideToken(text, null, "prod").error === "invalid_request");
}
const link = "https://partner.example/flip?" + query;
claim(a.decideAppFlip(link, "prod").kind === "allow");
for (const text of [[link], new String(link), { toString: () => link }, null, undefined]) {
  claim(a.decideAppFlip(text, "prod").kind === "ignore");
}

const packageName = "com.google.android.googlequicksearchbox";
const caller = { package: packageName, certs: [FINGERPRINT] };
const extras = { CLIENT_ID: "google-client-1", REDIRECT_URI: PROD_URI, SCOPE: ["devices"] };
const flip = (someCaller, someExtras) => a.decideAppFlip(someCaller, someExtras, "prod");
claim(flip(caller, extras).kind === "allow");
for (const value of odd()) {
  if (value !== null && value !== undefined) claim(flip(value, extras).kind === "cancelled");
  claim(flip({ ...caller, package: value }, extras).kind === "cancelled");
  claim(flip({ ...caller, certs: value }, extras).kind === "cancelled");
  claim(flip({ ...caller, certs: [value] }, extras).kind === "cancelled");
  claim(flip(caller, { ...extras, CLIENT_ID: value }).description === "Invalid client");
  claim(flip(caller, { ...extras, REDIRECT_URI: value }).description === "Invalid redirect URI");
  claim(flip(caller, { ...extras, SCOPE: [value] }).description === "Invalid scope");
  if (value !== null && value !== undefined) {
    claim(flip(caller, { ...extras, SCOPE: value }).description === "Invalid scope");
  }
  if (typeof value !== "string" && value !== null && value !== undefined) {
    claim(throws(() => a.successUrl(value, "c", "s")));
    claim(throws(() => a.successUrl(PROD_URI, "c", value)));
    claim(throws(() => a.errorUrl(PROD_URI, value, "s")));
  }
}
for (const none of [null, undefined]) claim(flip(caller, none).kind === "error");
for (const none of [null, undefined, {}, []]) claim(flip(none, extras).kind === "cancelled");
// A property has another value when it is read again.
let reads = 0;
const shifty = { ...extras };
delete shifty.REDIRECT_URI;
Object.defineProperty(shifty, "REDIRECT_URI", {
  get: () => (reads++ === 0 ? PROD_URI : "https://evil.example/"),
});
const answer = flip(caller, shifty);
claim(answer.kind === "allow" && answer.request.redirectUri === PROD_URI && reads === 1);
for (const header of [["Basic YTpi"], {}, 1, true, ""]) {
  claim(a.decideToken("grant_type=refresh_token&refresh_token=r", header, "prod").status === 401);
}
