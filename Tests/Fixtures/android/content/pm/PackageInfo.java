package android.content.pm;

/** A stub of Android's class for generated code. */
public class PackageInfo {
  @Deprecated public Signature[] signatures;
  public SigningInfo signingInfo;
}
