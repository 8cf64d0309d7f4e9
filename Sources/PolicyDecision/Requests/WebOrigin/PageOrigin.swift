import PolicyModel
import PolicyText

/// The scheme and host of a page, as browsers parse them.
struct PageOrigin {
  /// Whether an authorized domain covers a page.
  enum Coverage: Equatable {
    case yes
    case no
    /// The SDK throws for the entry and continues with the next.
    case brokenEntry
    case unsupported
  }

  /// Lower case, without the colon.
  let scheme: ExactString
  /// `hostname` of WHATWG URL: no port, normalised.
  let host: ExactString
  private let url: ExactString
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

  /// Compares only hosts, not schemes.
  func isHostCovered(by domain: ExactString) -> Coverage {
    if domain.hasPrefix(Self.extensionPrefix) { return isExtension(domain) }
    if Self.isIPv4(domain) { return host == domain ? .yes : .no }
    return matches(domain)
  }

  /// True if the host itself is an entry, not only its parent domain.
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
        (1...3).contains(part.count) && part.allSatisfy(\.isDigit)
      }
  }

  /// The SDK builds the regular expression `^(.+\.D|D)$` from an entry D, escapes only its dots,
  /// and ignores case.
  ///
  /// So `a.example|b.example` covers the subdomains of the first host, and both hosts. Entries with
  /// other operators of regular expressions aren't evaluated.
  private func matches(_ domain: ExactString) -> Coverage {
    let names = domain.asciiLowercased.utf8.split(
      separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    let operators = domain.utf8.filter("\\^$*+?()[]{}".utf8.contains)
    guard operators.isEmpty else {
      // "Nothing to repeat": JavaScript throws a SyntaxError.
      let isBroken = names.contains { $0.first.map("*+?".utf8.contains) ?? false }
      return isBroken && operators.allSatisfy("*+?".utf8.contains) ? .brokenEntry : .unsupported
    }
    let host = Array(host.asciiLowercased.utf8)
    if names.contains(where: { host.elementsEqual($0) }) { return .yes }
    let suffix = [UInt8(ascii: ".")] + names[0]
    return host.count > suffix.count && host.suffix(suffix.count) == suffix ? .yes : .no
  }
}
