// Inherited properties of objects are not clients.
for (const id of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
  claim(!a.isRedirectUriAllowed(id, "prod", PROD_URI));
  claim(a.decideAuthorization(`client_id=${id}`, "prod").error === "invalid_client");
}
for (const environment of ["__proto__", "toString", "Prod", undefined]) {
  claim(throws(() => a.isRedirectUriAllowed("google-client-1", environment, PROD_URI)));
}

// An unpaired surrogate can't be encoded in UTF-8.
claim(!a.isRedirectUriAllowed("google-client-1", "prod", PROD_URI + "\ud800"));
claim(a.decideAuthorization("client_id=google-client-1&x=\udc00", "prod").kind === "local_error");
claim(a.decideAppFlip("https://partner.example/flip?\ud800", "prod").kind === "not_handled");
claim(throws(() => a.successUrl(PROD_URI, "\ud800", null)));
claim(a.successUrl(PROD_URI, "!'()*~", undefined) === PROD_URI + "?code=%21%27%28%29%2A~");

const port = (text) => a.isRedirectUriAllowed("native-cli", "prod", `http://127.0.0.1:${text}/cb`);
claim(port("80"));
for (const text of ["\u0661", "+80", "8e1", "0x50", " 80", "80\n", ""]) claim(!port(text));

const flip = (cert, extras) =>
  a.decideAppFlip(
    { package: "com.google.android.googlequicksearchbox", certs: [cert] },
    { CLIENT_ID: "google-client-1", REDIRECT_URI: PROD_URI, ...extras },
    "prod",
  );
claim(flip(FINGERPRINT).kind === "allow");
claim(flip(FINGERPRINT.replace(/:/g, "").toLowerCase()).kind === "allow");
for (const cert of [FINGERPRINT + "\n", FINGERPRINT.replace(/F/g, "\uff26"), ""]) {
  claim(flip(cert).kind === "cancelled");
}
claim(flip(FINGERPRINT, { SCOPE: "devices profile" }).request.scopes.length === 2);
claim(flip(FINGERPRINT, { SCOPE: ["devices profile"] }).description === "Invalid scope");
claim(flip(FINGERPRINT, { REDIRECT_URI: null }).description === "Invalid redirect URI");
