from linkpolicy_allowlist import *

PROD_URI = "https://oauth-redirect.googleusercontent.com/a/com.google.OPA"
FINGERPRINT = "FINGERPRINT_OF_CALLER"

PACKAGE = "com.google.android.googlequicksearchbox"
LOOPBACK = "http://127.0.0.1:51004/cb"
CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
ISSUED = decide_authorization(
    f"client_id=native-cli&response_type=code&state=s&redirect_uri={LOOPBACK}"
    f"&code_challenge={CHALLENGE}&code_challenge_method=S256",
    "prod",
).request.issued_code

def token_form(uri, verifier=None):
    form = f"grant_type=authorization_code&code=C1&client_id=native-cli&redirect_uri={uri}"
    return form + (f"&code_verifier={verifier}" if verifier else "")

def token(uri, verifier):
    return decide_token(token_form(uri, verifier), None, "prod").request

class Odd(str):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return hash("google-client-1")

    def __str__(self):
        return "https://evil.example/"

class Changing:
    def __init__(self, text):
        self.texts = iter([text, "https://evil.example/"])

    def __str__(self):
        return next(self.texts)

def odd(text):
    return [
        [text], (text,), {"x": text}, {text}, text.encode(), Changing(text), 1, True, None,
        object(), [[text]], lambda: text,
    ]

def flip(cert, **extras):
    return decide_app_flip(
        {"package": PACKAGE, "certs": [cert]},
        {"CLIENT_ID": "google-client-1", "REDIRECT_URI": PROD_URI, **extras},
        "prod",
    )

def raises(action, error=ValueError):
    try:
        action()
    except error:
        return True
    return False
