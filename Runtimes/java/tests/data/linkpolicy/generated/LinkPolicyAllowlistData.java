package linkpolicy.generated;

import java.util.List;

/** The clients of the unit tests. */
final class LinkPolicyAllowlistData {
  private LinkPolicyAllowlistData() {}

  static final class Prod {
    static void addTo(List<ClientBuilder> clients) {
      clients.add(
          new ClientBuilder("google")
              .key("google-home")
              .isGoogleAccountLinking()
              .redirectUris(
                  "https://oauth-redirect.googleusercontent.com/r/example",
                  "https://oauth-redirect.googleusercontent.com/a/com.example")
              .browserRedirectUris("https://oauth-redirect.googleusercontent.com/r/example")
              .scopes("devices", "profile")
              .grantTypes(Grants.AUTHORIZATION_CODE, Grants.REFRESH_TOKEN, Grants.JWT_BEARER)
              .mayOmitPkce()
              .issuer("https://auth.example.com")
              .universalLink("https://www.example.com/flip")
              .intentAction("com.example.FLIP")
              .caller("com.example.caller", "ab".repeat(32))
              .assertionIntents("check", "get"));
      clients.add(
          new ClientBuilder("spa")
              .key("spa")
              .redirectUris("https://app.example.com/cb?x=1")
              .postLogoutRedirectUris("https://app.example.com/bye")
              .corsOrigins("https://app.example.com")
              .scopes("devices")
              .isPublic());
      clients.add(
          new ClientBuilder("server")
              .key("server")
              .redirectUris("https://server.example.com/cb")
              .grantTypes(
                  Grants.AUTHORIZATION_CODE,
                  Grants.CLIENT_CREDENTIALS,
                  Grants.REFRESH_TOKEN,
                  Grants.DEVICE_CODE,
                  Grants.TOKEN_EXCHANGE)
              .scopes("devices")
              .mayOmitPkce()
              .authenticatesByHeader());
      clients.add(
          new ClientBuilder("cli")
              .key("cli")
              .isNative()
              .redirectUris("http://127.0.0.1/cb")
              .mayOmitRedirectUri()
              .isPublic());
    }
  }

  static final class Sandbox {
    static void addTo(List<ClientBuilder> clients) {
      clients.add(
          new ClientBuilder("spa-sandbox").key("spa").redirectUris("https://sandbox.example/cb"));
    }
  }
}
