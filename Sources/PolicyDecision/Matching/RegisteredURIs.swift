import PolicyModel
import PolicyText

/// The redirect URIs that a request is held against.
///
/// A class: a verdict that refuses one names them, and there are millions of verdicts.
final class RegisteredURIs: Sendable {
  let here: [Entry]
  /// Of the same clients in the other environment.
  let elsewhere: [Entry]
  /// Normal forms of the entries here, nil where a browser refuses the text; nothing where they are made
  /// on demand.
  private let forms: [ExactString?]?

  /// Those of clients and of their counterparts in the other environment.
  ///
  /// - Parameter isPrepared: many requests that miss them are expected: what is made of registered texts
  ///   is made once.
  init(here: [Entry], elsewhere: [Entry], isPrepared: Bool = false) {
    self.here = here
    self.elsewhere = elsewhere
    forms = isPrepared ? here.map { BrowserURL.href($0.value) } : nil
  }

  /// The first entry here with a normal form.
  func index(ofForm form: ExactString) -> Int? {
    guard let forms else { return here.firstIndex { BrowserURL.href($0.value) == form } }
    let length = form.utf8.count
    return forms.indices.first { forms[$0]?.utf8.count == length && forms[$0] == form }
  }
}
