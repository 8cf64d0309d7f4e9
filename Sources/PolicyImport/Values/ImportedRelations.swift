package import AssociationFiles
package import PolicyText

/// An app that contains a file.
package struct AppBinding: Sendable {
  package var app: AppReference
  package var path: String
  package var location: SourceLocation
  package var context: EnvironmentContext?
  /// The values of the file's variables in this build.
  package var values: ImportDefinitions
}

/// A custom URL scheme of an app, without `:`.
package struct CustomScheme: Sendable {
  package var scheme: ExactString
  package var app: AppReference
  package var location: SourceLocation
  package var context: EnvironmentContext?
  /// The URI that an intent filter accepts; nil if the source only has the scheme.
  package var uri: ExactString?
  /// The resources that its parts come from, such as `@string/oauth_redirect_scheme`.
  var resources: String?

  /// Whether a word in the URI or in a resource's name indicates that a sign-in ends there.
  var isRedirect: Bool {
    guard let uri else { return false }
    let text = ASCII.lowercased(ExactString(uri.string + (resources ?? ""))).string
    let words = text.split { !$0.isLetter }
    return text.contains("oauth")
      || words.contains { ["auth", "callback", "login", "redirect", "sso"].contains($0) }
  }
}

/// A name that is left out for a reason that others share.
package struct SkippedName: Sendable {
  package var name: ExactString
  /// A plural noun phrase that completes "left out …".
  package var reason: String
  package var location: SourceLocation
}

/// A display name.
package struct SubjectName: Sendable {
  package var subject: ImportSubject
  package var name: ExactString
  package var location: SourceLocation
}

/// A subject that a source mentions.
package struct SubjectMention: Sendable {
  package var subject: ImportSubject
  package var location: SourceLocation
  package var context: EnvironmentContext?
}

/// App Flip support of an Android app, without its client: keys of `clients.<id>.app_flip.android`.
package struct ImportedAppFlip: Sendable {
  package var app: AppReference
  package var intentAction: ExactString
  package var activity: ExactString?
  package var location: SourceLocation
  package var context: EnvironmentContext?
}

/// The links of a host that apps open.
package struct ImportedLinks: Sendable {
  package struct App: Sendable {
    package var app: AppReference
    package var location: SourceLocation

    package init(_ app: AppReference, at location: SourceLocation) {
      self.app = app
      self.location = location
    }
  }
  package struct Rule: Sendable {
    package var rule: LinkRule
    package var location: SourceLocation

    package init(_ rule: LinkRule, at location: SourceLocation) {
      self.rule = rule
      self.location = location
    }
  }
  package enum Rules: Sendable {
    /// The first matching rule applies.
    case rules([Rule])
    /// Every path, because this format has no paths (`assetlinks.json` without dynamic rules). Other sources take
    /// precedence.
    case everyPath
    /// Not in this source (entitlements); without another source, the entry can't be written.
    case unknown
  }

  package var apps: [App]
  package var rules: Rules
}
