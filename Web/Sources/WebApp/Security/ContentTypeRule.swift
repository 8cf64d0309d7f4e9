/// What a body must be: a form, or `text/plain`, is what a foreign page can send without asking.
package enum ContentTypeRule {
  /// Nil where the request may go on.
  package static func refusal(of head: WebHead, wants type: String) -> WebError? {
    let types = head.values("content-type")
    let given =
      types.first.map { text in
        text.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }.map {
          (0x41...0x5A).contains($0) ? $0 | 0x20 : $0
        }
      } ?? []
    guard types.count == 1, given.elementsEqual(type.utf8) else {
      return WebError(415, "content-type", "the body must be \(type)")
    }
    return nil
  }
}
