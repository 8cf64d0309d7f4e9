import Foundation
import PolicyModel
import PolicyRules

/// Regenerates what the repository keeps of its own tables; with `--check` it only compares.
///
/// Foundation is allowed here: nobody runs this tool but the people who change linkpolicy.
@main
enum DevelopmentTool {
  /// A file of the repository that is made from tables.
  struct Product {
    /// Relative to the repository.
    var path: String
    var text: String
  }

  /// The subcommands and what each makes.
  private static let subcommands: [(name: String, products: @Sendable () throws -> [Product])] = [
    ("schemas", { JSONSchema.files.map { Product(path: $0.path, text: $0.text) } }),
    ("rule-docs", { RulePages.files.map { Product(path: $0.path, text: $0.text) } }),
    ("manual", { try Manual.files() }),
    ("web", { try WebAssets.files() }),
  ]

  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isCheck = arguments.contains("--check")
    arguments.removeAll { $0 == "--check" }
    // The site is made when somebody wants it, and never kept.
    let names = subcommands.map(\.name) + ["all", "site"]
    guard arguments.count == 1, names.contains(arguments[0]) else {
      complain("usage: linkpolicy-dev \(names.joined(separator: "|")) [--check]")
      exit(2)
    }
    let products: [Product]
    do {
      products =
        try arguments[0] == "site"
        ? Site.files()
        : subcommands.filter { arguments[0] == "all" || $0.name == arguments[0] }
          .flatMap { try $0.products() }
    } catch {
      complain("\(error)")
      exit(2)
    }
    let stale = products.filter { read($0.path) != $0.text }
    if isCheck {
      for product in stale {
        complain("\(product.path) is stale: run linkpolicy-dev \(arguments[0])")
      }
      exit(stale.isEmpty ? 0 : 1)
    }
    do {
      for product in stale { try write(product) }
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
