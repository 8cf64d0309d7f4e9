/// The configuration of nginx.
package enum NginxLanguage: CodeLanguage {
  /// A parameter in double quotes. A dollar sign would begin a variable and has no escape: texts that may
  /// hold one must be refused before.
  package static func literal(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { output += "\\" }
      output.unicodeScalars.append(scalar)
    }
    return output + "\""
  }
}
