import Foundation
import PolicyTestSupport
import Testing

/// What Terraform makes of generated modules.
enum TerraformReading {
  static let terraform = Tool.path("terraform")

  /// True when `terraform fmt` would change none of the files; it refuses what is no HCL.
  static func check(_ files: [[UInt8]]) throws {
    let terraform = try #require(terraform, "terraform is not installed")
    try Tool.withTemporaryDirectory { directory in
      for (index, bytes) in files.enumerated() {
        try Data(bytes).write(to: directory.appending(path: "file\(index).tf"))
      }
      let result = try Tool.run(
        terraform, ["fmt", "-check", "-diff", "-no-color", directory.path])
      #expect(result.status == 0, "\(result.output)")
    }
  }

  /// For each file the names of its lines and the texts of their literals, as Terraform evaluates them.
  ///
  /// The providers cannot be loaded in a test, so that the literals are put into a module of their own; a
  /// literal that left its line would not be one there.
  static func literals(_ files: [[UInt8]]) throws -> [[String]] {
    try check(files)
    let terraform = try #require(terraform, "terraform is not installed")
    var module = "locals {\n  files = [\n"
    var lists: [[(name: String, literal: Int?)]] = []
    for bytes in files {
      var literals: [String] = []
      var list: [(name: String, literal: Int?)] = []
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        let text = line.drop { $0 == " " }
        let parts = text.split(separator: "=", maxSplits: 1)
        let name = parts.count == 2 ? parts[0].trimmingCharacters(in: .whitespaces) : ""
        let value = (parts.count == 2 && !text.hasPrefix("\"") ? parts[1].drop { $0 == " " } : text)
        if value.hasPrefix("\"") {
          list.append((name: text.hasPrefix("\"") ? "" : name, literal: literals.count))
          literals.append(String(value.hasSuffix(",") ? value.dropLast() : value))
        } else {
          list.append((name: String(text), literal: nil))
        }
      }
      module += "    [" + literals.joined(separator: ", ") + "],\n"
      lists.append(list)
    }
    module += "  ]\n}\n"
    let values: [[String]] = try Tool.withTemporaryDirectory { directory in
      try Data(module.utf8).write(to: directory.appending(path: "main.tf"))
      try Data(
        #"jsonencode([for file in local.files : [for text in file : base64encode(text)]])"#.utf8
      ).write(to: directory.appending(path: "question"))
      let result = try Tool.run(
        "/bin/sh",
        ["-c", "exec \"$0\" console -no-color < question 2>/dev/null", terraform], in: directory)
      // The console shows the JSON text as a literal, which is JSON too.
      let line = result.output.split(separator: "\n").last ?? ""
      let json = try JSONDecoder().decode(String.self, from: Data(line.utf8))
      return try JSONDecoder().decode([[String]].self, from: Data(json.utf8))
    }
    return zip(lists, values).map { list, values in
      list.flatMap { name, literal in
        [name] + (literal.map { [decoded(values[$0])] } ?? [])
      }
    }
  }

  private static func decoded(_ base64: String) -> String {
    String(decoding: Data(base64Encoded: base64) ?? Data(), as: UTF8.self)
  }
}
