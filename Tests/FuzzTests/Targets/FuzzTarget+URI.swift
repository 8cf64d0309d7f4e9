import AssociationFiles
import PolicyText

extension FuzzTarget {
  /// URIs and the small readers of text: components make the text again, what is encoded reads back.
  static let uri = FuzzTarget("uri", maximumLength: 512) {
    try
      (Seeds.column("uri_json", of: "redirect_uris.tsv")
      + Seeds.files("Tests/Vectors", "urltestdata.json").flatMap { bytes in
        String(decoding: bytes, as: UTF8.self).matches(of: #/"input": "([^"\\]*)"/#).map {
          String($0.output.1)
        }
      })
      .map { Array($0.utf8) }
  } run: { bytes in
    let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    Finding.unless((DisplayText.firstInvalidByte(of: bytes) == nil) == isUTF8, "UTF-8: \(isUTF8)")
    let text = ExactString(decoding: bytes)
    splits(text)
    let encoded = PercentEncoding.encode(text.string)
    for plusIsSpace in [true, false] {
      let decoded = PercentEncoding.decode(
        encoded.utf8, plusIsSpace: plusIsSpace, malformed: .refuse)
      Finding.unless(decoded == Array(text.utf8), "percent encoding \(encoded)")
      _ = PercentEncoding.decode(bytes, plusIsSpace: plusIsSpace, malformed: .keep)
    }
    if let decoded = Base64.decode(bytes) {
      Finding.unless(Base64.decode(Base64.encode(decoded).utf8) == decoded, "Base64 \(text)")
    }
    _ = Base64URL.decode(bytes)
    _ = Glob(text).matches(["a", text.string])
    _ = DisplayText.quoted(text.string)
    if case .fingerprint(let fingerprint) = Fingerprint.read(text) {
      Finding.unless(Fingerprint(ExactString(fingerprint.text)) == fingerprint, "\(text)")
    }
  }

  /// RFC 3986 section 5.3 puts together what appendix B takes apart.
  private static func splits(_ text: ExactString) {
    let parts = URIParts(text)
    var again: [UInt8] = []
    if let scheme = parts.scheme { again += parts.bytes(scheme) + [UInt8(ascii: ":")] }
    if let authority = parts.authority {
      again += Array("//".utf8) + parts.bytes(authority)
      var inner: [UInt8] = []
      if let user = parts.userinfo { inner += parts.bytes(user) + [UInt8(ascii: "@")] }
      inner += parts.host.map { Array(parts.bytes($0)) } ?? []
      if let port = parts.port { inner += [UInt8(ascii: ":")] + parts.bytes(port) }
      Finding.unless(inner == Array(parts.bytes(authority)), "authority of \(text)")
    }
    again += parts.bytes(parts.path)
    if let query = parts.query { again += [UInt8(ascii: "?")] + parts.bytes(query) }
    if let fragment = parts.fragment { again += [UInt8(ascii: "#")] + parts.bytes(fragment) }
    Finding.unless(again == Array(text.utf8), "\(text) split to \(again)")
    // Appendix B: a scheme ends at the first of these, if that is a colon.
    let first = text.utf8.firstIndex { ":/?#".utf8.contains($0) }
    let hasColon = first.map { text.utf8[$0] == UInt8(ascii: ":") } ?? false
    Finding.unless(parts.scheme == nil || hasColon, "scheme of \(text)")
    let url = URLParts(text)
    Finding.unless(url.path == parts.text(parts.path), "path of \(text)")
  }
}
