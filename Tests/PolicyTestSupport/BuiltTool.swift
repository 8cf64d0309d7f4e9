import Foundation

/// The linkpolicy program that was built with the tests.
package enum BuiltTool {
  /// Its path: the build systems of SwiftPM put programs and tests into one directory.
  package static let path = directory.appending(path: "linkpolicy").path

  /// True if the path exists. It doesn't if only the tests were built.
  package static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// The directory of the built products.
  private static var directory: URL {
    #if canImport(Darwin)
      // A program of the toolchain loads the tests there.
      Bundle(for: BundleMarker.self).bundleURL.deletingLastPathComponent()
    #else
      Bundle.main.bundleURL
    #endif
  }
}

#if canImport(Darwin)
  private final class BundleMarker {}
#endif
