package import LinkPolicy

/// Logs out of the console's files and input, for consoles without a system behind them.
package struct InMemoryLogs: LogStore {
  private let fileSystem: any FileSystem
  private let input: @Sendable (Int) -> [UInt8]

  package init(_ fileSystem: any FileSystem, input: @escaping @Sendable (Int) -> [UInt8]) {
    self.fileSystem = fileSystem
    self.input = input
  }

  package func size(of path: String) throws(FileSystemError) -> Int? {
    path == "-" ? nil : try fileSystem.read(path).count
  }

  package func open(_ path: String) throws(FileSystemError) -> any LogFile {
    path == "-" ? InputLog(input) : BytesLog(try fileSystem.read(path)).open(path)
  }
}

/// Standard input of a console.
private final class InputLog: LogFile {
  private let input: @Sendable (Int) -> [UInt8]

  init(_ input: @escaping @Sendable (Int) -> [UInt8]) { self.input = input }

  func read(_ count: Int, at offset: Int) -> [UInt8] { input(count) }

  func finish() {}
}
