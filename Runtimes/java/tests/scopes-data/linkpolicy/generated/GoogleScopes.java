package linkpolicy.generated;

import java.util.List;

/** The scopes of the unit tests. */
public enum GoogleScopes implements GoogleScopeSet {
  SIGN_IN("email", "openid"),
  BACKUP("https://www.googleapis.com/auth/drive.file");

  private final List<String> scopes;

  GoogleScopes(String... scopes) {
    this.scopes = List.of(scopes);
  }

  @Override
  public List<String> scopes() {
    return scopes;
  }
}
