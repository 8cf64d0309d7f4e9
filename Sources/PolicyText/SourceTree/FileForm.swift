/// A file that is no JSON text at all, known by its first bytes.
enum FileForm {
  /// Two bytes for each character.
  case utf16
  /// A CMS signature, in DER.
  case signed
  /// A signature or certificate, in PEM.
  case armoured
  /// Compressed by gzip.
  case compressed

  /// The form of a file; nil for what may be JSON.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE), (0xFE, 0xFF): self = .utf16
    // Without a mark: the second or the first byte of ASCII characters is zero, of two of them. One zero
    // alone is a hidden character.
    case (0x01..., 0x00) where bytes.count > 3 && bytes[3] == 0: self = .utf16
    case (0x00, 0x01...) where bytes[2] == 0: self = .utf16
    case (0x30, 0x80...): self = .signed
    case (0x1F, 0x8B): self = .compressed
    case (0x2D, 0x2D) where bytes.starts(with: "-----BEGIN ".utf8): self = .armoured
    default: return nil
    }
  }

  /// The rule that it breaks.
  var rule: RuleID { self == .utf16 ? "yaml-encoding" : "json-syntax" }

  /// What the file is.
  var message: String {
    switch self {
    case .utf16: "the file is UTF-16: JSON files are UTF-8, and devices ignore this one"
    case .signed: "this is a signed file (PKCS#7), not JSON"
    case .armoured: "this is a signature or certificate (PEM), not JSON"
    case .compressed: "this is a compressed file (gzip), not JSON"
    }
  }

  /// What to do.
  var help: String {
    switch self {
    case .utf16: "save it as UTF-8 without a byte order mark"
    case .signed, .armoured: "serve the JSON itself: only iOS 8 needed the signature"
    case .compressed: "deploy the text; servers compress it on the way and say so in a header"
    }
  }
}
