import Foundation

/// The `linkpolicy` program that was built with the tests.
package enum BuiltTool {
  /// The program's path. SwiftPM's build systems put programs and tests into one directory.
  package static let path = directory.appending(path: "linkpolicy").path

  /// Returns false if only the tests were built.
  package static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// The directory of the built products.
  private static var directory: URL {
    #if canImport(Darwin)
      // A program of the toolchain loads the tests from there.
      Bundle(for: BundleMarker.self).bundleURL.deletingLastPathComponent()
    #else
      Bundle.main.bundleURL
    #endif
  }
}

#if canImport(Darwin)
  private final class BundleMarker {}
#endif
