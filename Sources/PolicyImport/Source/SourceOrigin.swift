package import PolicyText

/// How an import came by a file.
package enum SourceOrigin: Sendable, Equatable {
  /// The user named the file.
  case named
  /// The user named the file and said its kind with `--type`.
  case typed
  /// A directory search found the file, at this path below the directory.
  case found(at: String)

  /// The directory that keeps fingerprints of a found file out of a policy; nil for others.
  ///
  /// Tests and examples sign with keys of their own, and resources of an app (`res/raw`) hold the
  /// certificates that the app trusts.
  package var unsignedDirectory: ExactString? {
    guard case .found(let path) = self else { return nil }
    let directories = path.utf8.split(separator: UInt8(ascii: "/")).dropLast()
    return directories.map { ExactString(decoding: $0) }.first { Self.isUnsigned($0) }
  }

  private static func isUnsigned(_ directory: ExactString) -> Bool {
    let name = ASCII.lowercased(directory)
    let words: Set<ExactString> = [
      "res", "test", "tests", "testdata", "testing", "fixture", "fixtures", "spec", "specs", "mock",
      "mocks", "example", "examples", "sample", "samples",
    ]
    // `__tests__`, and the source sets of Gradle: `androidTest`, `androidTestDebug`, `testDebug`.
    let bare = ExactString(decoding: name.utf8.filter { $0 != UInt8(ascii: "_") })
    let isSourceSet = [
      "androidTest", "testDebug", "testRelease", "testFixtures", "sharedTest", "unitTest",
    ].contains { directory.hasPrefix($0) }
    return words.contains(bare) || isSourceSet
  }
}
