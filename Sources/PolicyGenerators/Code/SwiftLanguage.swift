/// Swift source code.
package enum SwiftLanguage: CodeLanguage {
  /// A one-line string literal; a backslash is always escaped, so that no interpolation can begin.
  package static func literal(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case " "..."~": output.unicodeScalars.append(scalar)
      default: output += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      }
    }
    return output + "\""
  }
}
