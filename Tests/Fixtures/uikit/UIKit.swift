// The few declarations of UIKit that generated code uses, as Apple's SDK has them (iOS 17), with a
// record of what was opened. Tests compile generated code against them where there is no UIKit.
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
  /// What was opened, in order; "browser " before what could have gone to one.
  public var opened: [String] = []
  /// False: no app takes universal links.
  public var hasTaker = true

  @discardableResult
  open func open(_ url: URL, options: [OpenURLOptionsKey: Any] = [:]) async -> Bool {
    let isUniversal = options[.universalLinksOnly] as? Bool == true
    guard hasTaker || !isUniversal else { return false }
    opened.append((isUniversal ? "" : "browser ") + url.absoluteString)
    return true
  }
}
