import PolicyModel
import PolicyText

/// The redirect URIs of a client, ready for many requests that miss them: what is made of registered
/// texts is made once.
package struct RegisteredURIs: Sendable {
  let here: [Entry]
  /// Of the same client in the other environment.
  let elsewhere: [Entry]
  /// Normal forms of the entries here; nil where a browser refuses the text.
  let forms: [ExactString?]

  /// Those of a client and of its counterpart in the other environment.
  package init(here: [Entry], elsewhere: [Entry]) {
    self.here = here
    self.elsewhere = elsewhere
    forms = here.map { BrowserURL.href($0.value) }
  }
}
