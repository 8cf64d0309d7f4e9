public import PolicyText

/// Why `generate` doesn't touch an output directory.
public struct GenerationRefusal: LinkPolicyError, Equatable {
  /// The reason.
  public enum Reason: Sendable, Equatable {
    /// The manifest lists other policies than the run.
    case otherPolicies(manifest: [String], run: [String])
    /// linkpolicy didn't write the `manifest.json`.
    case unreadableManifest
    /// A symbolic link inside the output directory.
    case symbolicLink
    /// A directory with the path of a generated file.
    case isDirectory
    /// A file with the path of a directory.
    case isFile
    /// A path that may lead out of the output directory.
    case unsafePath
    /// A file that can't be compared.
    case unreadable(String)
  }

  /// The reason.
  public let reason: Reason
  /// The path.
  public let path: String

  init(_ reason: Reason, _ path: String) {
    self.reason = reason
    self.path = path
  }

  /// Lower case, no final period.
  public var message: String {
    let path = DisplayText.quoted(path)
    switch reason {
    case .otherPolicies(let manifest, let run):
      return "\(path) contains files of \(Self.list(manifest)), not of \(Self.list(run)); "
        + "`--replace` overwrites them"
    case .unreadableManifest:
      return "\(path) contains a `manifest.json` that linkpolicy did not write; "
        + "`--replace` writes a new one"
    case .symbolicLink: return "\(path) is a symbolic link, which `generate` does not follow"
    case .isDirectory: return "\(path) is a directory, but a file must be written there"
    case .isFile: return "\(path) is a file, but must be a directory"
    case .unsafePath: return "\(path) is not a path inside the output directory"
    case .unreadable(let reason): return "\(path): \(reason)"
    }
  }

  /// True for reasons that `--check` reports as out of date instead of failing.
  package var meansStale: Bool {
    switch reason {
    case .otherPolicies, .unreadableManifest: true
    case .symbolicLink, .isDirectory, .isFile, .unsafePath, .unreadable: false
    }
  }

  private static func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "no policies" }
    let shown = names.prefix(5).map { DisplayText.quoted($0) }.joined(separator: ", ")
    return names.count > 5 ? shown + " and \(names.count - 5) more" : shown
  }
}
