import java.util.Arrays;
import java.util.List;
import linkpolicy.generated.*;

final class Main {
  private static final Environment PROD = Environment.PROD;

  private static void claim(boolean isTrue) {
    if (!isTrue) throw new AssertionError("a claim does not hold");
  }

  private static boolean allowed(String id, String uri) {
    return LinkPolicyAllowlist.isRedirectUriAllowed(id, PROD, uri);
  }

  public static void main(String[] arguments) {
    claim(allowed("Kiosk-1", "https://app.example.com/Kiosk;v=1"));
    claim(!allowed("Kiosk-1", null));
    claim(!allowed(null, "https://app.example.com/Kiosk;v=1"));
    claim(LinkPolicyAllowlist.decideAuthorization(null, PROD)
        instanceof AuthorizationDecision.LocalError);
    claim(LinkPolicyAllowlist.decideAppFlip(null, PROD) instanceof AppFlipDecision.Ignore);
    claim(((TokenError) LinkPolicyAllowlist.decideToken(null, null, PROD)).status() == 400);
    String name = "com.google.android.googlequicksearchbox";
    List<String> certs = List.of("FINGERPRINT");
    AppFlipExtras extras = new AppFlipExtras("google-client-1", null, List.of());
    Caller caller = new Caller(name, certs);
    claim(LinkPolicyAllowlist.decideAppFlip(caller, extras, PROD)
        instanceof AppFlipResult.IntentError);
    claim(LinkPolicyAllowlist.decideAppFlip(caller, null, PROD)
        instanceof AppFlipResult.IntentError);
    for (Caller other : new Caller[] {null, new Caller(null, certs),
        new Caller(name, Arrays.asList((String) null))}) {
      claim(LinkPolicyAllowlist.decideAppFlip(other, extras, PROD)
          instanceof AppFlipResult.Cancelled);
    }
  }
}
