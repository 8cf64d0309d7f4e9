import AssociationFiles
import PolicyText
import PolicyModel

/// A certificate fingerprint of a policy or file.
struct LocatedFingerprint: Sendable {
  enum Owner: Sendable {
    case app
    case caller
  }
  let text: LocatedText
  let environment: Environment?
  let owner: Owner
  /// 32 for SHA-256, 20 for SHA-1.
  let length: Int
  /// The bytes of hex digit pairs, with a colon after each pair or with none; nil for any other value.
  let bytes: [UInt8]?

  init(text: LocatedText, environment: Environment?, owner: Owner, length: Int) {
    self.text = text
    self.environment = environment
    self.owner = owner
    self.length = length
    bytes = Self.bytes(text.value)
  }

  /// A SHA-256 in another notation: in Base64, or after a prefix such as `SHA256: `.
  var meant: Fingerprint? {
    guard bytes == nil, length == Fingerprint.length else { return nil }
    let text = Array(text.value.utf8)
    let last = text.lastIndex { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "=") } ?? -1
    return Base64.decode(text).flatMap { Fingerprint(bytes: $0) }
      ?? Fingerprint(ExactString(decoding: text[(last + 1)...]))
  }

  /// The effect of an invalid value, which ends a message.
  var effect: String {
    owner == .app && length == 32 ? ", so Android won't verify the app" : ""
  }

  static func bytes(_ text: ExactString) -> [UInt8]? {
    let hasColons = text.contains(UInt8(ascii: ":"))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    var first: UInt8?
    // The number of digits before the next colon.
    var left = 2
    let isHex = text.allBytes { byte in
      if hasColons, left == 0 {
        left = 2
        return byte == UInt8(ascii: ":")
      }
      left -= 1
      guard bytes.count < 128, let digit = PercentEncoding.hexValue(byte) else { return false }
      if let high = first {
        bytes.append(high << 4 | digit)
        first = nil
      } else {
        first = digit
      }
      return true
    }
    guard isHex, !bytes.isEmpty, first == nil, !text.hasSuffix(":") else { return nil }
    return bytes
  }
}

extension LocatedFingerprint {
  static func all(in policy: Policy) -> [LocatedFingerprint] {
    var found: [LocatedFingerprint] = []
    for app in policy.apps {
      for (lists, length) in [(app.sha256Fingerprints, 32), (app.sha1Fingerprints, 20)] {
        for (environment, texts) in lists?.distinct ?? [] {
          found += texts.map {
            LocatedFingerprint(
              text: $0, environment: environment, owner: .app, length: length)
          }
        }
      }
    }
    for client in policy.clients {
      for caller in client.appFlipAndroid?.callers ?? [] {
        found += caller.sha256Fingerprints.map {
          LocatedFingerprint(text: $0, environment: nil, owner: .caller, length: 32)
        }
      }
    }
    return found
  }
}

/// Certificates whose private keys are public, by SHA-256 (as of 2026-07).
enum KnownCertificates {
  /// The keystore in the templates of React Native and Expo.
  static let publicDebugKey = LocatedFingerprint.bytes(
    """
    FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:3B:9C
    """)
  /// The SHA-1 of the same certificate.
  static let publicDebugKeySHA1 = LocatedFingerprint.bytes(
    "5E:8F:16:06:2E:A3:CD:2C:4A:0D:54:78:76:BA:A6:F3:8C:AB:F6:25")
  /// Google's App Flip test tool.
  static let appFlipTestTool = LocatedFingerprint.bytes(
    """
    54:E1:6A:B5:4C:CB:75:13:7D:CF:2A:4C:37:97:E4:5F:28:42:76:0A:6F:CE:C7:04:5F:49:0B:24:08:E7:E3:5E
    """)

  /// Returns true for bytes that look typed by hand: `AA:BB:CC:…`, `01:23:45:67:…`, `00:01:02:…`.
  static func isMadeUp(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 16 else { return false }
    let repeats = [2, 4, 5, 8, 10, 16].contains { period in
      bytes.indices.dropFirst(period).allSatisfy { bytes[$0] == bytes[$0 - period] }
        && bytes.prefix(period).contains { $0 != bytes[0] }
    }
    let ascends = bytes.indices.dropFirst().allSatisfy { bytes[$0] == bytes[$0 - 1] &+ 1 }
    let pairs = bytes.allSatisfy { $0 >> 4 == $0 & 0x0F } && bytes.contains { $0 != bytes[0] }
    return repeats || ascends || pairs
  }

  /// Returns true for the value in Google's documentation and for one repeated byte.
  static func isDocumentation(_ bytes: [UInt8]) -> Bool {
    if let first = bytes.first, bytes.allSatisfy({ $0 == first }) { return true }
    return bytes.count == 32 && bytes.prefix(6) == [0x14, 0x6D, 0xE9, 0x83, 0xC5, 0x73]
      && bytes.suffix(2) == [0x44, 0xE5]
  }
}
