extension Code {
  /// What generated code says of itself, in one line.
  static var purpose: Code {
    "Who may sign in where: decides authorization and App Flip requests and builds the answers."
  }
}
