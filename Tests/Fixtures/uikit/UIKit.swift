// Declarations of UIKit that generated code uses, as in Apple's SDK (iOS 17), with a record of
// opened URLs. Tests compile generated code with them, because UIKit isn't available there.
import Foundation

public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

@MainActor open class NSUserActivity {
  nonisolated public let activityType: String
  open var webpageURL: URL?
  public init(activityType: String) { self.activityType = activityType }
}

@MainActor open class UIApplication {
  public struct OpenURLOptionsKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let universalLinksOnly = OpenURLOptionsKey(rawValue: "universalLinksOnly")
  }

  public static let shared = UIApplication()
  /// The opened URLs in order, with the prefix "browser " if a browser could have opened them.
  public var opened: [String] = []
  /// Whether an app handles universal links.
  public var hasTaker = true

  @discardableResult
  open func open(_ url: URL, options: [OpenURLOptionsKey: Any] = [:]) async -> Bool {
    let isUniversal = options[.universalLinksOnly] as? Bool == true
    guard hasTaker || !isUniversal else { return false }
    opened.append((isUniversal ? "" : "browser ") + url.absoluteString)
    return true
  }
}
