import Foundation
import PolicyModel

/// Generates files from the tables of the program. `schemas` are part of the repository, and
/// `--check` compares them; the manual pages (`man`) and the generated parts of the documentation
/// site (`site`) are written to `.build/`.
@main
enum DevelopmentTool {
  /// A generated file.
  struct Product {
    /// The path in the repository.
    var path: String
    var text: String
  }

  private static let subcommands: [(name: String, products: @Sendable () throws -> [Product])] = [
    ("schemas", { JSONSchema.files.map { Product(path: $0.path, text: $0.text) } }),
    ("man", { try Manual.files() }),
    ("site", { try Site.files() }),
  ]

  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isCheck = arguments.contains("--check")
    arguments.removeAll { $0 == "--check" }
    guard arguments.count == 1,
      let subcommand = subcommands.first(where: { $0.name == arguments[0] })
    else {
      complain("usage: linkpolicy-dev \(subcommands.map(\.name).joined(separator: "|")) [--check]")
      exit(2)
    }
    let products: [Product]
    do {
      products = try subcommand.products()
    } catch {
      complain("\(error)")
      exit(2)
    }
    let outdated = products.filter { read($0.path) != $0.text }
    if isCheck {
      for product in outdated {
        complain("\(product.path) is out of date: run linkpolicy-dev \(arguments[0])")
      }
      exit(outdated.isEmpty ? 0 : 1)
    }
    do {
      for product in outdated { try write(product) }
    } catch {
      complain("\(error)")
      exit(2)
    }
  }

  private static func read(_ path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }

  private static func write(_ product: Product) throws {
    let file = URL(fileURLWithPath: product.path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(product.text.utf8).write(to: file, options: .atomic)
    print("wrote \(product.path)")
  }

  private static func complain(_ message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
  }
}
