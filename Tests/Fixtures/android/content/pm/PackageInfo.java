package android.content.pm;

/** What the generated code uses of Android's class. */
public class PackageInfo {
  @Deprecated public Signature[] signatures;
  public SigningInfo signingInfo;
}
