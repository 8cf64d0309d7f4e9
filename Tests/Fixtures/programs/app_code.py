from firebase_admin._user_mgt import encode_action_code_settings
from firebase_email_actions import *
from linkpolicy_allowlist import Environment


def ask(action, is_prod, url):
    environment = Environment.PROD if is_prod else "sandbox"
    allowed = is_continue_url_allowed(url, action, environment)
    try:
        assert action_code_settings(action, environment, url).url == url and allowed
    except ValueError:
        assert not allowed
    print(1 if allowed else 0)


def show(action, environment, url=None):
    try:
        settings = action_code_settings(action, environment, url)
    except ValueError:
        return print("none")
    # The SDK checks what it is given here.
    sent = encode_action_code_settings(settings)
    print(
        "|".join(
            [
                sent["continueUrl"],
                str(sent["canHandleCodeInApp"]).lower(),
                sent.get("iOSBundleId", "null"),
                sent.get("androidPackageName", "null"),
                str(sent.get("androidInstallApp", False)).lower(),
                sent.get("androidMinimumVersion", "null"),
                sent.get("linkDomain", "null"),
            ]
        )
    )


# CASES
show(EmailAction.SIGN_IN, Environment.PROD)
show("sign_in", "prod", "https://app.acme.example/finish/a?b")
show(EmailAction.SIGN_IN, "sandbox")
show("reset_password", "prod")
show("verify_email", "prod")
show(EmailAction.RESET_PASSWORD, Environment.SANDBOX)
show("sign_in", "prod", "https://app.acme.example/finishing")
print(continue_url("sign_in", "prod"), continue_url("reset_password", "sandbox"))
print(continue_url("sign_in", "production"), continue_url("SIGN_IN", "prod"))
