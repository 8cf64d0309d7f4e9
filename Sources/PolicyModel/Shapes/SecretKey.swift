/// The keys of a reference to a secret.
enum SecretKey: String, MappingKey {
  case env
  case file
  case secret

  static let mapping = MappingShape(
    "secret", "A reference to a secret, never its value", SecretKey.self,
    needsOneOf: [.env, .file, .secret])

  var shape: KeyShape {
    switch self {
    case .env:
      KeyShape(
        .string(StringShape(.variableName, example: "GOOGLE_HOME_SECRET")), "Environment variable")
    case .file:
      KeyShape(
        .string(StringShape(.secretName, example: "secrets/key.p8")), "File outside the policy")
    case .secret: KeyShape(.string(StringShape(.secretName)), "Name in a secret manager")
    }
  }
}
