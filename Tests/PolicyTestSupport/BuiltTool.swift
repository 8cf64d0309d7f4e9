import Foundation

/// The program that was built with the tests.
package enum BuiltTool {
  /// Where it is; not there where only the tests were built.
  package static let path = Fixtures.root.appending(path: ".build/\(configuration)/linkpolicy").path

  #if DEBUG
    private static let configuration = "debug"
  #else
    private static let configuration = "release"
  #endif

  /// True where it was built.
  package static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }
}
