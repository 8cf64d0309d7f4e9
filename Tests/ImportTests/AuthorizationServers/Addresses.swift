import PolicyText

/// The addresses of a source by their looks, found without any reader.
enum Addresses {
  /// Texts with `://` between quotes, white space and brackets; a name with `=` in front is not part of them.
  static func find(in bytes: [UInt8]) -> [Range<Int>] {
    var bytes = bytes
    // Escapes and separators of formats, blanked so that places stay.
    for separator in ["\\r", "\\n", "\\t", "##http"] {
      var start = 0
      while let found = bytes.firstRange(of: Array(separator.utf8), from: start) {
        start = found.upperBound
        bytes[found.lowerBound] = 0x20
        bytes[found.lowerBound + 1] = 0x20
      }
    }
    var ranges: [Range<Int>] = []
    var start = 0
    while let found = bytes.firstRange(of: Array("://".utf8), from: start) {
      let isPart: (UInt8) -> Bool = { $0 > 0x20 && !"\"'[],".utf8.contains($0) }
      let before = bytes[..<found.lowerBound].reversed().prefix {
        isPart($0) && $0 != UInt8(ascii: "=")
      }.count
      let after = bytes[found.upperBound...].prefix(while: isPart).count
      ranges.append(found.lowerBound - before..<found.upperBound + after)
      start = found.upperBound + after
    }
    return ranges
  }

  /// Addresses that are no business of a client: of servers, issuers and providers.
  static func isNone(of name: String, _ address: String) -> Bool {
    let others: [ExactString] = [
      "http://127.0.0.1:5556/dex", "https://dex.lumen.example",
      "https://accounts.google.com/o/oauth2/auth", "https://oauth2.googleapis.com/token",
      // The base of the addresses that follow.
      "https://shop.staging.lumen.example", "https://shop.lumen.example",
      // Issuers, documentation and what the app's own server is.
      "https://sso.lumen.example", "https://sso.lumen.example/realms/lumen",
      "https://docs.amplify.aws", "https://kratos.lumen.example/",
      "https://fusion.lumen.example",
    ]
    return others.contains(ExactString(address)) || name == "terraform-main.tf"
  }
}
