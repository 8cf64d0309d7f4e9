/// `google_scopes/__init__.py`: the scopes by feature.
enum PythonGoogleScopes {
  static func data(_ code: GoogleScopeCode) -> Code<PythonLanguage> {
    let members = code.features.map { feature -> Code<PythonLanguage> in
      let name = "\(feature.name, .upperSnake)" as Code<PythonLanguage>
      let scopes = feature.scopes.map { scope -> Code<PythonLanguage> in "\(literal: scope)" }
      return "\(name) = \(PythonData.tuple(scopes, name.bytes.count + 3))"
    }
    let all = code.features.map { feature -> Code<PythonLanguage> in
      "\"\(feature.name, .snake)\": \(feature.name, .upperSnake),"
    }
    return #"""
      """The scopes to request from Google, in the order of the policy.

      missing_scopes(SIGN_IN, credentials.granted_scopes)

      Users may untick scopes, so check after every sign-in what they granted.
      """

      from __future__ import annotations

      from ._missing import missing_scopes as missing_scopes

      \#(.joined(members, by: "\n\n"))


      def features() -> dict[str, tuple[str, ...]]:
          """Return all scopes by feature."""
          return {
              \#(lines: all)
          }
      """#
  }
}
