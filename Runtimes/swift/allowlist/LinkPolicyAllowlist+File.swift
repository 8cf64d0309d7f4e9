import Foundation

extension LinkPolicyAllowlist {
  /// The clients of `allowlist.json`, which can be replaced while the server runs.
  ///
  /// The hash of `PATH` is in `PATH.sha256`, as `sha256sum` writes it. Leave this file out to build without
  /// Foundation.
  public final class AllowlistFile: Sendable {
    private let path: String
    private let environment: Environment
    private let state: State

    /// The allowlist, protected by a lock.
    private final class State: @unchecked Sendable {
      private let lock = NSLock()
      private var allowlist: Allowlist

      init(_ allowlist: Allowlist) { self.allowlist = allowlist }

      var current: Allowlist {
        get { lock.withLock { allowlist } }
        set { lock.withLock { allowlist = newValue } }
      }
    }

    /// Loads the file.
    ///
    /// - Throws: `LoadError` if the file can't be read or is refused.
    public init(path: String, environment: Environment) throws(LoadError) {
      self.path = path
      self.environment = environment
      state = State(try Self.load(path, environment))
    }

    /// The clients of the last file that was accepted.
    public var current: Allowlist { state.current }

    /// Loads the file again, and keeps the old clients if that fails.
    ///
    /// - Throws: `LoadError` if the file can't be read or is refused.
    public func reload() throws(LoadError) {
      state.current = try Self.load(path, environment)
    }

    private static func load(
      _ path: String, _ environment: Environment
    ) throws(LoadError) -> Allowlist {
      let checksum = try bytes(path + ".sha256")
      guard checksum.count > 64, checksum[64] == UInt8(ascii: " ") else {
        throw LoadError("\(path).sha256 must begin with 64 hex digits and a space")
      }
      return try Allowlist.load(
        bytes(path), sha256: String(decoding: checksum[..<64], as: UTF8.self),
        environment: environment)
    }

    private static func bytes(_ path: String) throws(LoadError) -> [UInt8] {
      guard let data = FileManager.default.contents(atPath: path) else {
        throw LoadError("\(path) can't be read")
      }
      return Array(data)
    }
  }
}

extension LinkPolicyAllowlist.LoadError: LocalizedError {
  /// The message.
  public var errorDescription: String? { description }
}
