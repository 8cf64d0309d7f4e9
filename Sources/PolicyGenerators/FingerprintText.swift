/// Fingerprints of certificates as text.
enum FingerprintText {
  /// Upper-case hex with colons, the form that Android and Google read.
  static func canonical(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".unicodeScalars)
    var output = ""
    for (index, byte) in bytes.enumerated() {
      if index > 0 { output += ":" }
      output.unicodeScalars.append(digits[Int(byte >> 4)])
      output.unicodeScalars.append(digits[Int(byte & 15)])
    }
    return output
  }
}
