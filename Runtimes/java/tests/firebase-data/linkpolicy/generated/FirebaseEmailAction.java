package linkpolicy.generated;

/** The email actions of the unit tests. */
public enum FirebaseEmailAction {
  SIGN_IN(
      new EmailActionSettings(
              "https://app.example.com/finish",
              "https://app.example.com/finish",
              "https://app.example.com/finish")
          .handleCodeInApp()
          .androidPackageName("com.example")
          .androidInstallApp()
          .androidMinimumVersion("12")
          .iosBundleId("com.example")
          .linkDomain("links.example.com"),
      null);

  final EmailActionSettings prod;
  final EmailActionSettings sandbox;

  FirebaseEmailAction(EmailActionSettings prod, EmailActionSettings sandbox) {
    this.prod = prod;
    this.sandbox = sandbox;
  }
}
