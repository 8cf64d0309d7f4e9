// Declarations of Firebase Authentication for Android that generated code uses.
package com.google.firebase.auth;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public class OAuthProvider {
  private final String text;

  private OAuthProvider(String text) {
    this.text = text;
  }

  public static Builder newBuilder(String providerId) {
    return new Builder(providerId);
  }

  @Override
  public String toString() {
    return text;
  }

  public static class Builder {
    private final String providerId;
    private List<String> scopes;
    private final Map<String, String> parameters = new TreeMap<>();

    private Builder(String providerId) {
      this.providerId = providerId;
    }

    public Builder setScopes(List<String> scopes) {
      this.scopes = scopes;
      return this;
    }

    public Builder addCustomParameter(String paramKey, String paramValue) {
      parameters.put(paramKey, paramValue);
      return this;
    }

    public OAuthProvider build() {
      return new OAuthProvider(providerId + " " + scopes + " " + parameters);
    }
  }
}
