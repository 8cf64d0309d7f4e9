/// The platforms of apps.
package enum Platform: String, DocumentedEnumeration {
  case ios
  case macos
  case tvos
  case watchos
  case visionos
  case android

  /// What the value means.
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

  /// Everything but Android.
  package var isApple: Bool { self != .android }
  /// The platforms of Apple.
  static let apple = allCases.filter(\.isApple)

  /// What people write instead.
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
