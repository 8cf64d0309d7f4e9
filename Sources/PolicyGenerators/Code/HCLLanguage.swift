/// HCL, the language of Terraform.
package enum HCLLanguage: CodeLanguage {
  /// A quoted template without interpolations.
  ///
  /// Terraform normalizes all text to NFC when it reads it: values that are not in that form, which only
  /// characters beyond ASCII can be, have to be refused before.
  package static func literal(_ text: String) -> String {
    var output = "\""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let opens = index + 1 < scalars.count && scalars[index + 1] == "{"
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case "$" where opens: output += "$$"
      case "%" where opens: output += "%%"
      case " "..."~": output.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let width = scalar.value > 0xFFFF ? 8 : 4
        output += width == 8 ? "\\U" : "\\u"
        output += String(repeating: "0", count: width - digits.utf8.count) + digits
      }
    }
    return output + "\""
  }
}
