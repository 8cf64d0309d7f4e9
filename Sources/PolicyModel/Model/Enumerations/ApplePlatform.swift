/// Where Sign in with Apple is offered.
package enum ApplePlatform: String, DocumentedEnumeration {
  case ios
  case android
  case web

  /// What the value means.
  package var summary: String {
    switch self {
    case .ios: "Apple apps"
    case .android: "Android, through the web flow"
    case .web: "Web"
    }
  }
}
