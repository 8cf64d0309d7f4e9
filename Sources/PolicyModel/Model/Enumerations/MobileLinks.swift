/// How links of email actions reach mobile apps.
package enum MobileLinks: String, DocumentedEnumeration {
  case hostingDomain = "hosting_domain"
  case dynamicLinks = "dynamic_links"

  /// What the value means.
  package var summary: String {
    switch self {
    case .hostingDomain: "Links on a Hosting domain"
    case .dynamicLinks: "Firebase Dynamic Links, shut down on 2025-08-25"
    }
  }
}
