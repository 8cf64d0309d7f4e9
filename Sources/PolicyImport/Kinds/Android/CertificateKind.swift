import Crypto
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// A certificate in DER (`deployment_cert.der`), as Google Play gives them.
package enum CertificateKind: ImportKind {
  package static let name = "certificate"
  package static let summary = "signing certificate of an Android app (DER)"
  package static let usualNames = ["*.der", "*_cert.der"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    isCertificate(source.file.bytes) ? .yes : .no
  }

  /// A sequence that starts with a sequence; a signed message starts with the ID of its type.
  static func isCertificate(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x30, 0x82]) && bytes.count > 5 && bytes[4] == 0x30
  }

  /// PKCS#7, in which iOS 8 wanted association files.
  static func isSignedMessage(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x30, 0x80]) || (bytes.starts(with: [0x30, 0x82]) && !isCertificate(bytes))
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    facts.leaveNameless(source.id)
    let hex = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in SHA256.hash(data: source.file.bytes) {
      if !text.isEmpty { text.append(UInt8(ascii: ":")) }
      text += [hex[Int(byte >> 4)], hex[Int(byte & 0xF)]]
    }
    facts.add(
      .app(.builtWith(source.id)), AppKey.sha256CertFingerprints,
      is: .text(ExactString(decoding: text)), at: source.start)
  }
}
