/// The platforms of apps.
package enum Platform: String, DocumentedEnumeration {
  case ios
  case macos
  case tvos
  case watchos
  case visionos
  case android

  package var summary: String {
    switch self {
    case .ios: "iOS and iPadOS"
    case .macos: "macOS"
    case .tvos: "tvOS"
    case .watchos: "watchOS"
    case .visionos: "visionOS"
    case .android: "Android"
    }
  }

  package var isApple: Bool { self != .android }
  static let apple = allCases.filter(\.isApple)

  package var commonMistakes: [String] {
    switch self {
    case .ios: ["iphone", "ipad", "ipados", "apple"]
    case .macos: ["mac", "osx"]
    case .tvos: ["appletv"]
    case .visionos: ["vision"]
    case .android: ["google"]
    case .watchos: []
    }
  }
}

/// A platform that offers Sign in with Apple.
package enum ApplePlatform: String, DocumentedEnumeration {
  case ios
  case android
  case web

  package var summary: String {
    switch self {
    case .ios: "Apple apps"
    case .android: "Android, with the web flow"
    case .web: "Web"
    }
  }
}

/// How email action links open mobile apps.
package enum MobileLinks: String, DocumentedEnumeration {
  case hostingDomain = "hosting_domain"
  case dynamicLinks = "dynamic_links"

  package var summary: String {
    switch self {
    case .hostingDomain: "Links on a Hosting domain"
    case .dynamicLinks: "Firebase Dynamic Links, shut down on 2025-08-25"
    }
  }
}
