/// A language that code or configuration is generated in.
package protocol CodeLanguage: Sendable {
  /// Returns the literal of a string, with its delimiters.
  ///
  /// Only printable ASCII is written without an escape, so a reviewer sees every other character, and no character can
  /// change the order in which code is displayed (CVE-2021-42574).
  static func literal(_ text: String) -> String
  /// Returns a Boolean constant.
  static func literal(_ flag: Bool) -> String
  /// Converts indentation to the style of the language.
  static func layOut(_ lines: [UInt8]) -> [UInt8]
}

extension CodeLanguage {
  package static func literal(_ flag: Bool) -> String { flag ? "true" : "false" }
  package static func layOut(_ lines: [UInt8]) -> [UInt8] { lines }

  /// A literal in double quotes, with a backslash before double quotes and backslashes.
  ///
  /// - Parameter escape: writes a scalar that isn't printable ASCII.
  static func doubleQuoted(_ text: String, escape: (Unicode.Scalar) -> String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case " "..."~": output.unicodeScalars.append(scalar)
      default: output += escape(scalar)
      }
    }
    return output + "\""
  }

  /// A literal in double quotes for C and its relatives.
  ///
  /// Octal escapes have at most three digits; hexadecimal ones would include every digit that follows. Two question
  /// marks start a trigraph in older modes.
  static func octalQuoted(_ text: String) -> String {
    var output = "\""
    var previous: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): output += "\\\""
      case UInt8(ascii: "\\"): output += "\\\\"
      case UInt8(ascii: "\n"): output += "\\n"
      case UInt8(ascii: "?") where previous == byte: output += "\\?"
      case 0x20...0x7E: output.unicodeScalars.append(Unicode.Scalar(byte))
      default: output += "\\" + padded(String(byte, radix: 8), to: 3)
      }
      previous = byte
    }
    return output + "\""
  }

  /// `\u{…}`.
  static func bracedEscape(_ scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
  }

  /// `\u` with four hexadecimal digits or `\U` with eight, as in C99.
  static func universalEscape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return digits.utf8.count > 4 ? "\\U" + padded(digits, to: 8) : "\\u" + padded(digits, to: 4)
  }

  static func padded(_ digits: String, to count: Int) -> String {
    String(repeating: "0", count: count - digits.utf8.count) + digits
  }
}

package enum SwiftLanguage: CodeLanguage {
  package static func literal(_ text: String) -> String {
    doubleQuoted(text, escape: bracedEscape)
  }
}

package enum TypeScriptLanguage: CodeLanguage {
  package static func literal(_ text: String) -> String {
    doubleQuoted(text, escape: bracedEscape)
  }
}

package enum PythonLanguage: CodeLanguage {
  /// As `ruff format` writes it: in single quotes if that avoids escapes, with hexadecimal digits in lower case.
  package static func literal(_ text: String) -> String {
    let literal = doubleQuoted(text) { scalar in
      let escape = universalEscape(scalar)
      return escape.prefix(2) + escape.dropFirst(2).lowercased()
    }
    guard text.utf8.contains(UInt8(ascii: "\"")), !text.utf8.contains(UInt8(ascii: "'")) else {
      return literal
    }
    return "'" + literal.dropFirst().dropLast().replacing("\\\"", with: "\"") + "'"
  }

  package static func literal(_ flag: Bool) -> String { flag ? "True" : "False" }
}

/// Go; two spaces stand for a level of indentation until the file is written.
package enum GoLanguage: CodeLanguage {
  package static func literal(_ text: String) -> String {
    doubleQuoted(text, escape: universalEscape)
  }

  /// Indents with tabs, as gofmt does.
  package static func layOut(_ lines: [UInt8]) -> [UInt8] {
    let indented = lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map
    {
      let depth = $0.prefix { $0 == UInt8(ascii: " ") }.count / 2
      return repeatElement(UInt8(ascii: "\t"), count: depth) + $0.dropFirst(2 * depth)
    }
    return Array(indented.joined(separator: [UInt8(ascii: "\n")]))
  }
}

/// C++17, in a scope that uses `std::string_view_literals`.
package enum CppLanguage: CodeLanguage {
  /// A `std::string_view`; its suffix keeps bytes after a NUL.
  package static func literal(_ text: String) -> String { octalQuoted(text) + "sv" }
}

package enum ObjectiveCLanguage: CodeLanguage {
  package static func literal(_ text: String) -> String { "@" + octalQuoted(text) }
  package static func literal(_ flag: Bool) -> String { flag ? "YES" : "NO" }
}

/// HCL, the language of Terraform.
package enum HCLLanguage: CodeLanguage {
  /// A quoted template without interpolations.
  ///
  /// Terraform normalizes strings to NFC, so callers must reject values that aren't ASCII.
  package static func literal(_ text: String) -> String {
    let quoted = doubleQuoted(text) { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: universalEscape(scalar)
      }
    }
    return quoted.replacing("${", with: "$${").replacing("%{", with: "%%{")
  }
}

/// The configuration of nginx, Apache and Caddy.
package enum WebServerLanguage: CodeLanguage {
  /// A parameter in double quotes.
  ///
  /// `$`, `%` and `{` can start a variable or placeholder and have no escape, so callers must reject values with them.
  package static func literal(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
