/// The format of a file that isn't JSON, by its first bytes.
enum FileSignature {
  case utf16
  /// A CMS signature (DER).
  case signed
  /// A signature or certificate (PEM).
  case armored
  /// gzip
  case compressed

  /// nil if the file may be JSON.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE), (0xFE, 0xFF): self = .utf16
    // Without a byte order mark: one byte of each ASCII character is zero. A single zero is a
    // hidden character.
    case (0x01..., 0x00) where bytes.count > 3 && bytes[3] == 0: self = .utf16
    case (0x00, 0x01...) where bytes[2] == 0: self = .utf16
    case (0x30, 0x80...): self = .signed
    case (0x1F, 0x8B): self = .compressed
    case (0x2D, 0x2D) where bytes.starts(with: "-----BEGIN ".utf8): self = .armored
    default: return nil
    }
  }

  var rule: RuleID { self == .utf16 ? "yaml-encoding" : "json-syntax" }

  var message: String {
    switch self {
    case .utf16: "file must be UTF-8, found UTF-16; devices ignore it"
    case .signed: "file must be JSON, found a signed file (PKCS #7)"
    case .armored: "file must be JSON, found a signature or certificate (PEM)"
    case .compressed: "file must be JSON, found a gzip archive"
    }
  }

  var help: String {
    switch self {
    case .utf16: "save the file as UTF-8 without a byte order mark"
    case .signed, .armored: "serve the JSON itself; only iOS 8 needed the signature"
    case .compressed: "deploy the uncompressed file; servers compress responses themselves"
    }
  }
}
