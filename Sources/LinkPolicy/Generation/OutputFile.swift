public import PolicyText

/// A generated file, in memory.
public struct OutputFile: Sendable, Equatable {
  /// Where it goes below the output directory: components joined by `/`.
  public let path: String
  /// The name of the target that produced it.
  public let target: String
  /// nil for files that hold both environments.
  public let environment: Environment?
  /// The content.
  public let bytes: [UInt8]

  /// The contents as a string.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
