import Crypto
import PolicyText
import PolicyModel

/// A certificate in DER (`deployment_cert.der`), as Google Play gives them, or in PEM.
///
/// Most certificates of a repository are those of servers and authorities. One that a search finds counts
/// only under a name that Play Console gives to its downloads; one that the user names only if it can be
/// that of a signing key.
package enum CertificateKind: ImportKind {
  package static let name = "certificate"
  package static let summary = "signing certificate of an Android app (DER or PEM)"
  package static let usualNames = ["*.der", "*_cert.der"]

  /// The downloads of Play Console > App integrity.
  private static let consoleNames: Set<ExactString> = [
    "deployment_cert.der", "hybrid_classical_cert.der", "hybrid_pqc_cert.der", "upload_cert.der",
  ]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard isCertificate(source.file.bytes) || isPEM(source) else { return .no }
    switch evidence(of: source) {
    case .success: return .yes
    case .failure(let refusal):
      let name = refusal.certificate.map { fingerprint(of: $0) } ?? ExactString(source.path)
      return .declined(
        reason: refusal.reason, help: refusal.help, values: [SkippedValue(name, Span(0, 0))])
    }
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
    switch evidence(of: source) {
    case .failure(let refusal):
      facts.leaveOut(
        .dropped, "\(UTF8Text.quoted(source.path)) is left out: \(refusal.reason)",
        at: source.start, help: refusal.help)
    case .success(let certificate):
      let isUpload = fileName(source).utf8.elementsEqual("upload_cert.der".utf8)
      facts.add(
        .app(.builtWith(source.id)), AppKey.sha256CertFingerprints,
        is: .text(fingerprint(of: certificate.bytes)), at: source.start,
        in: isUpload ? FactContext([EnvironmentHint(.variant, "upload key")]) : nil)
    }
  }

  // MARK: evidence

  /// Why a certificate does not count.
  private struct Refusal: Error {
    /// Completes "left out: ".
    var reason: String
    var help = "write its SHA-256 into the policy if an app is signed with this certificate"
    /// The bytes, if they could be read.
    var certificate: [UInt8]?
  }

  private static func evidence(
    of source: ImportSource
  ) -> Result<SigningCertificate, Refusal> {
    guard let bytes = encoded(source) else {
      return .failure(
        Refusal(
          reason: "it must hold one certificate and nothing else",
          help: "export the certificate of the signing key: `keytool -exportcert`"))
    }
    guard let certificate = SigningCertificate(bytes) else {
      return .failure(
        Refusal(
          reason: "the certificate can't be read",
          help: "export the certificate of the signing key: `keytool -exportcert`"))
    }
    let reason: String? =
      if certificate.isAuthority {
        "the certificate is that of an authority (`CA:TRUE`)"
      } else if source.origin == .typed {
        nil
      } else if !certificate.isSelfIssued {
        "somebody else issued the certificate, as for servers"
      } else if certificate.hasNames {
        "the certificate is for host names, as for servers"
      } else if source.origin != .named, !consoleNames.contains(fileName(source)) {
        "Play Console does not give its certificates this file name"
      } else {
        nil
      }
    if let reason { return .failure(Refusal(reason: reason, certificate: bytes)) }
    return .success(certificate)
  }

  private static func fileName(_ source: ImportSource) -> ExactString {
    let name = source.path.utf8.split(separator: UInt8(ascii: "/")).last
    return name.map { ExactString(decoding: $0) } ?? ""
  }

  // MARK: encodings

  private static let begin = Array("-----BEGIN CERTIFICATE-----".utf8)
  private static let end = Array("-----END CERTIFICATE-----".utf8)

  /// A file that starts with a certificate in PEM (RFC 7468); others only quote one.
  private static func isPEM(_ source: ImportSource) -> Bool {
    text(source).starts(with: begin)
  }

  private static func text(_ source: ImportSource) -> ArraySlice<UInt8> {
    source.file.bytes[source.file.byteOrderMarkLength...].drop { isBlank($0) }
  }

  /// The DER of the only certificate; nil for several, and for other content.
  private static func encoded(_ source: ImportSource) -> [UInt8]? {
    guard isPEM(source) else { return source.file.bytes }
    let body = text(source).dropFirst(begin.count)
    guard let close = body.firstRange(of: end),
      body[close.upperBound...].allSatisfy({ isBlank($0) })
    else { return nil }
    return Base64.decode(body[..<close.lowerBound].filter { !isBlank($0) })
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// SHA-256 in hex digits with colons.
  private static func fingerprint(of certificate: [UInt8]) -> ExactString {
    let hex = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in SHA256.hash(data: certificate) {
      if !text.isEmpty { text.append(UInt8(ascii: ":")) }
      text += [hex[Int(byte >> 4)], hex[Int(byte & 0xF)]]
    }
    return ExactString(decoding: text)
  }
}
