import PolicyModel
import PolicyText

/// Scheme and host of a page, as a browser tells them.
struct PageOrigin {
  /// Whether an authorized domain covers a page.
  enum Coverage: Equatable {
    case yes
    /// Covered through the parent domain: for the web SDK as good as the domain itself.
    case no
    /// The SDK throws while it looks at the entry, and goes on with the next.
    case brokenEntry
    case unsupported
  }

  /// Lower case, without the colon.
  let scheme: ExactString
  /// `hostname` of WHATWG URL: no port, normalised.
  let host: ExactString
  private let url: ExactString
  /// A host name has at most 253 bytes; expressions are not evaluated for longer ones.
  private static let longestHost = 1024
  private static let extensionPrefix = "chrome-extension://"

  /// nil for a string that browsers don't parse as a URL.
  init?(_ url: ExactString) {
    guard let href = BrowserURL.href(url) else { return nil }
    let parts = URIParts(href)
    self.url = url
    scheme = parts.lowerScheme
    host = parts.text(parts.host)
  }

  /// `matchDomain` of the web SDK.
  func isCovered(by domain: ExactString) -> Coverage {
    if domain.hasPrefix(Self.extensionPrefix) { return isExtension(domain) }
    guard isWeb else { return .no }
    return isHostCovered(by: domain)
  }

  /// `/^https?/` on the protocol.
  var isWeb: Bool { scheme.hasPrefix("http") }

  /// The comparison of hosts alone, whatever the scheme.
  func isHostCovered(by domain: ExactString) -> Coverage {
    if domain.hasPrefix(Self.extensionPrefix) { return isExtension(domain) }
    if Self.isIPv4(domain) { return host == domain ? .yes : .no }
    return matches(domain)
  }

  /// True when the host is an entry itself and not covered by a parent only.
  func isExactly(_ domain: ExactString) -> Bool {
    host == domain.asciiLowercased
  }

  private func isExtension(_ domain: ExactString) -> Coverage {
    guard let href = BrowserURL.href(domain) else { return .brokenEntry }
    let parts = URIParts(href)
    let id = parts.text(parts.host)
    guard scheme == "chrome-extension" else { return .no }
    if id.isEmpty, host.isEmpty {
      let length = Self.extensionPrefix.utf8.count
      return domain.utf8.dropFirst(length).elementsEqual(url.utf8.dropFirst(length)) ? .yes : .no
    }
    return id == host ? .yes : .no
  }

  /// `/^\d{1,3}(\.\d{1,3}){3}$/`
  private static func isIPv4(_ domain: ExactString) -> Bool {
    let parts = domain.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        (1...3).contains(part.count) && part.allSatisfy { (0x30...0x39).contains($0) }
      }
  }

  /// The expression `^(.+\.D|D)$`, ignoring case, where only the dots of D are escaped.
  private func matches(_ domain: ExactString) -> Coverage {
    if domain.utf8.allSatisfy(Self.isPlain) {
      // What nearly every entry is; the expression would say the same.
      let name = domain.asciiLowercased
      let host = host.asciiLowercased
      let isParent = host.utf8.count > name.utf8.count + 1 && host.hasSuffix("." + name.string)
      return host == name || isParent ? .yes : .no
    }
    guard host.utf8.count <= Self.longestHost, domain.utf8.count <= Self.longestHost else {
      return .unsupported
    }
    var escaped = ""
    for scalar in domain.string.unicodeScalars {
      if scalar == "." { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
    do throws(JavaScriptPattern.Problem) {
      return try JavaScriptPattern("^(.+\\.\(escaped)|\(escaped))$").matches(host.utf8) ? .yes : .no
    } catch .syntax {
      return .brokenEntry
    } catch {
      return .unsupported
    }
  }

  /// Letters, digits, hyphen and dot.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte & 0xDF) || (0x30...0x39).contains(byte) || byte == 0x2D
      || byte == 0x2E
  }
}
