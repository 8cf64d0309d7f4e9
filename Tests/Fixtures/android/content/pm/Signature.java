package android.content.pm;

/** What the generated code uses of Android's class. */
public class Signature {
  private final byte[] bytes;

  public Signature(byte[] bytes) {
    this.bytes = bytes;
  }

  public byte[] toByteArray() {
    return bytes;
  }
}
