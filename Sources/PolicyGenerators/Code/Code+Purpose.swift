extension Code {
  /// What generated code says of itself, in one line.
  static var purpose: Code {
    "Who may sign in where: answers requests for authorization, tokens and App Flip."
  }

  /// What generated code cannot do for a server, as lines of a comment.
  static var duties: [Code] {
    [
      "What no list can decide stays with the server. A code is for one use and for a short",
      "time; when it comes twice, the tokens of the first time are revoked. What was issued",
      "is kept with the code, so that the token request can compare itself with it: client,",
      "redirect URI and code challenge (RFC 7636). Secrets are compared in constant time,",
      "refresh tokens looked up, assertions verified. An App Flip request may come without a",
      "state: then nothing but the user's consent in the app says that it is wanted. Keys",
      "that sign tokens are rotated, and published for as long as what they signed is valid.",
    ]
  }

  /// `duties` behind the sign that begins each line of a comment; the first line has it already.
  static func duties(_ sign: Code) -> Code { .joined(duties, by: "\n\(sign)") }
}
