package android.content.pm;

/** What the generated code uses of Android's class. */
public final class SigningInfo {
  private final Signature[] signers;

  public SigningInfo(Signature[] signers) {
    this.signers = signers;
  }

  public Signature[] getApkContentsSigners() {
    return signers;
  }
}
