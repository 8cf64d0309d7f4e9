import Crypto
import PolicyModel
import PolicyText

/// A certificate in DER, as downloaded from Google Play (`deployment_cert.der`), or in PEM.
///
/// Most certificates in repositories belong to servers and authorities. A certificate that a directory search finds is
/// used only if it has a file name of Play Console; one that the user names only if it can be a signing certificate.
package enum CertificateFormat: ImportFormat {
  package static let name = "certificate"
  package static let summary = "signing certificate of an Android app (DER or PEM)"
  package static let usualNames = ["*.der", "*_cert.der"]

  /// File names of downloads from Play Console > App integrity.
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
        reason: refusal.reason, help: refusal.help, values: [SkippedValue(name, SourceSpan(0, 0))])
    }
  }

  /// Whether the DER starts with nested sequences; a signed message starts with an object ID.
  static func isCertificate(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x30, 0x82]) && bytes.count > 5 && bytes[4] == 0x30
  }

  /// Whether the file is PKCS #7, which iOS 8 required for association files.
  static func isSignedMessage(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x30, 0x80]) || (bytes.starts(with: [0x30, 0x82]) && !isCertificate(bytes))
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    imported.leaveNameless(source.id)
    switch evidence(of: source) {
    case .failure(let refusal):
      imported.leaveOut(
        .dropped, "left out \(DisplayText.quoted(source.path)), which contains \(refusal.reason)",
        at: source.start, help: refusal.help)
    case .success(let certificate):
      let isUpload = source.name == "upload_cert.der"
      imported.add(
        .app(.builtWith(source.id)), AppKey.sha256CertFingerprints,
        is: .text(fingerprint(of: certificate.bytes)), at: source.start,
        in: isUpload ? EnvironmentContext([EnvironmentHint(.variant, "upload key")]) : nil)
    }
  }

  // MARK: evidence

  /// Why a certificate isn't imported.
  private struct Refusal: Error {
    /// Completes "which contains …".
    var reason: String
    var help = "if an app is signed with this certificate, add its SHA-256 to the policy"
    /// The bytes, if they are readable.
    var certificate: [UInt8]?
  }

  private static func evidence(of source: ImportSource) -> Result<SigningCertificate, Refusal> {
    let help = "export the signing certificate with `keytool -exportcert`"
    guard let bytes = encoded(source) else {
      return .failure(Refusal(reason: "more than a single certificate", help: help))
    }
    guard let certificate = SigningCertificate(bytes) else {
      return .failure(Refusal(reason: "a certificate that can't be read", help: help))
    }
    let reason: String? =
      if certificate.isAuthority {
        "the certificate of an authority (`CA:TRUE`)"
      } else if source.origin == .typed {
        nil
      } else if !certificate.isSelfIssued {
        "a certificate issued by another key, such as a server certificate"
      } else if certificate.hasNames {
        "a certificate with host names, such as a server certificate"
      } else if source.origin != .named, !consoleNames.contains(source.name) {
        "a certificate, but not under a file name that Play Console uses"
      } else {
        nil
      }
    if let reason { return .failure(Refusal(reason: reason, certificate: bytes)) }
    return .success(certificate)
  }

  // MARK: encodings

  private static let begin = Array("-----BEGIN CERTIFICATE-----".utf8)
  private static let end = Array("-----END CERTIFICATE-----".utf8)

  /// Whether the file starts with a PEM certificate (RFC 7468).
  private static func isPEM(_ source: ImportSource) -> Bool {
    text(source).starts(with: begin)
  }

  private static func text(_ source: ImportSource) -> ArraySlice<UInt8> {
    source.file.bytes[source.file.byteOrderMarkLength...].drop(while: \.isSpace)
  }

  /// The DER of the file's only certificate; nil if it contains anything else.
  private static func encoded(_ source: ImportSource) -> [UInt8]? {
    guard isPEM(source) else { return source.file.bytes }
    let body = text(source).dropFirst(begin.count)
    guard let close = body.firstRange(of: end),
      body[close.upperBound...].allSatisfy(\.isSpace)
    else { return nil }
    return Base64.decode(body[..<close.lowerBound].filter { !$0.isSpace })
  }

  private static func fingerprint(of certificate: [UInt8]) -> ExactString {
    let hex = Array("0123456789ABCDEF".utf8)
    let digits = SHA256.hash(data: certificate).flatMap { [hex[Int($0 >> 4)], hex[Int($0 & 0xF)]] }
    return FingerprintText.written(digits)
  }
}
