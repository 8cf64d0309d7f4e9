package linkpolicy.generated;

/** The App Flip vectors of {@link RunVectors}. */
final class AppFlipVectors {
  private AppFlipVectors() {}

  static String answer(Allowlist allowlist, RunVectors.Vector vector) {
    if (vector.text("kind").equals("app_flip_ios")) {
      return show(vector, allowlist.decideAppFlip(vector.text("url")));
    }
    RunVectors.Vector caller = vector.nested("caller");
    RunVectors.Vector extras = vector.nested("extras");
    return show(
        vector,
        allowlist.decideAppFlip(
            new Caller(caller.text("package"), caller.texts("certs")),
            new AppFlipExtras(
                extras.text("client_id"), extras.text("redirect_uri"), extras.texts("scopes")),
            vector.text("action")));
  }

  private static String show(RunVectors.Vector vector, AppFlipDecision decision) {
    String answer;
    if (decision instanceof AppFlipDecision.Allow allow) {
      answer = "allow " + allow.request().successUrl("C1");
    } else if (decision instanceof AppFlipDecision.ReturnError error) {
      answer = "redirect " + error.target();
    } else {
      answer = decision instanceof AppFlipDecision.NotHandled ? "not-handled" : "ignore";
    }
    return vector.withReason(answer, decision.reason());
  }

  private static String show(RunVectors.Vector vector, AppFlipResult result) {
    String answer;
    if (result instanceof AppFlipResult.Allow allow) {
      answer = "allow " + allow.request().redirectUri();
    } else if (result instanceof AppFlipResult.IntentError error) {
      answer = "error " + error.type() + " " + error.code() + " " + error.description();
    } else {
      answer = result instanceof AppFlipResult.Cancelled ? "cancelled" : "ignore";
    }
    return vector.withReason(answer, result.reason());
  }
}
