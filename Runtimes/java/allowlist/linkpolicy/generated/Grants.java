package linkpolicy.generated;

/** Grant types. */
final class Grants {
  private static final String URN = "urn:ietf:params:oauth:grant-type:";

  static final String AUTHORIZATION_CODE = "authorization_code";
  static final String REFRESH_TOKEN = "refresh_token";
  static final String CLIENT_CREDENTIALS = "client_credentials";
  static final String JWT_BEARER = URN + "jwt-bearer";
  static final String SAML_BEARER = URN + "saml2-bearer";
  static final String DEVICE_CODE = URN + "device_code";
  static final String TOKEN_EXCHANGE = URN + "token-exchange";

  private Grants() {}

  /** RFC 7521 section 4.1. */
  static boolean isBearer(String grantType) {
    return grantType.equals(JWT_BEARER) || grantType.equals(SAML_BEARER);
  }
}
