// The API of swift-crypto that linkpolicy uses, without an implementation.
public protocol Digest: Hashable, Sequence, Sendable where Element == UInt8 {}

public struct SHA256Digest: Digest {
  public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}

public struct SHA256: Sendable {
  public typealias Digest = SHA256Digest
  public init() {}
  public static func hash(data: some Collection<UInt8>) -> SHA256Digest { SHA256Digest() }
  public mutating func update(data: some Collection<UInt8>) {}
  public func finalize() -> SHA256Digest { SHA256Digest() }
}

public enum P256 {
  public enum Signing {
    public struct PublicKey: Sendable {
      public init(x963Representation: some Collection<UInt8>) throws {}
      public func isValidSignature<D: Digest>(_ signature: ECDSASignature, for digest: D) -> Bool {
        false
      }
    }
    public struct ECDSASignature: Sendable {
      public init(rawRepresentation: some Collection<UInt8>) throws {}
    }
  }
}
