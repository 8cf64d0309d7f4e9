// Declarations of the Firebase Admin SDK for Java that generated code uses. `toString`
// shows what was set.
package com.google.firebase.auth;

public final class ActionCodeSettings {
  private final Builder builder;

  private ActionCodeSettings(Builder builder) {
    this.builder = builder;
  }

  public static Builder builder() {
    return new Builder();
  }

  @Override
  public String toString() {
    return String.join(
        "|",
        builder.url,
        String.valueOf(builder.handleCodeInApp),
        String.valueOf(builder.iosBundleId),
        String.valueOf(builder.androidPackageName),
        String.valueOf(builder.androidInstallApp),
        String.valueOf(builder.androidMinimumVersion),
        String.valueOf(builder.linkDomain));
  }

  public static final class Builder {
    private String url;
    private boolean handleCodeInApp;
    private String linkDomain;
    private String iosBundleId;
    private String androidPackageName;
    private String androidMinimumVersion;
    private boolean androidInstallApp;

    private Builder() {}

    public Builder setUrl(String url) {
      this.url = url;
      return this;
    }

    public Builder setHandleCodeInApp(boolean handleCodeInApp) {
      this.handleCodeInApp = handleCodeInApp;
      return this;
    }

    public Builder setLinkDomain(String linkDomain) {
      this.linkDomain = linkDomain;
      return this;
    }

    public Builder setIosBundleId(String iosBundleId) {
      this.iosBundleId = iosBundleId;
      return this;
    }

    public Builder setAndroidPackageName(String androidPackageName) {
      this.androidPackageName = androidPackageName;
      return this;
    }

    public Builder setAndroidMinimumVersion(String androidMinimumVersion) {
      this.androidMinimumVersion = androidMinimumVersion;
      return this;
    }

    public Builder setAndroidInstallApp(boolean androidInstallApp) {
      this.androidInstallApp = androidInstallApp;
      return this;
    }

    public ActionCodeSettings build() {
      return new ActionCodeSettings(this);
    }
  }
}
