package android.content.pm;

/** A stub of Android's class for generated code. */
public class Signature {
  private final byte[] bytes;

  public Signature(byte[] bytes) {
    this.bytes = bytes;
  }

  public byte[] toByteArray() {
    return bytes;
  }
}
