public import Crypto

// The API of CryptoExtras that linkpolicy uses, without an implementation.
public enum _RSA {
  public enum Signing {
    public struct Padding: Sendable { public static let insecurePKCS1v1_5 = Padding() }
    public struct PublicKey: Sendable {
      public init(n: some Collection<UInt8>, e: some Collection<UInt8>) throws {}
      public func isValidSignature<D: Digest>(
        _ signature: RSASignature, for digest: D, padding: Padding
      ) -> Bool { false }
    }
    public struct RSASignature: Sendable {
      public init(rawRepresentation: some Collection<UInt8>) {}
    }
  }
}
