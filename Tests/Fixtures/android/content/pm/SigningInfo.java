package android.content.pm;

/** A stub of Android's class for generated code. */
public final class SigningInfo {
  private final Signature[] signers;

  public SigningInfo(Signature[] signers) {
    this.signers = signers;
  }

  public Signature[] getApkContentsSigners() {
    return signers;
  }
}
