/// `google_scopes.py`: what to ask Google for, and what is still missing.
enum PythonGoogleScopes {
  static func source(_ code: GoogleScopeCode, _ header: GeneratedHeader) -> Code<PythonLanguage> {
    let members = code.features.map { feature -> Code<PythonLanguage> in
      let scopes = feature.scopes.map { scope -> Code<PythonLanguage> in "\(literal: scope)," }
      return """
        \(feature.name, .upperSnake) = (
            \(lines: scopes)
        )
        """
    }
    let all = code.features.map { feature -> Code<PythonLanguage> in
      "\"\(feature.name, .snake)\": \(feature.name, .upperSnake),"
    }
    return #"""
      # \#(header)
      """The scopes to ask Google for, in the order of the policy: at sign-in, and by feature.

          missing_scopes(SIGN_IN, credentials.granted_scopes)

      A sign-in that succeeds does not mean that all was granted: users may untick scopes.
      """

      from __future__ import annotations

      from collections.abc import Iterable
      from typing import Union

      \#(.joined(members, by: "\n\n"))


      def features() -> dict[str, tuple[str, ...]]:
          """All of them by name."""
          return {
              \#(lines: all)
          }


      def missing_scopes(
          scopes: Iterable[str], granted: Union[str, Iterable[str], None]
      ) -> list[str]:
          """The scopes that were not granted, in their order.

          ``granted`` is a list, or the ``scope`` of a token response; all are missing for None.
          Texts are compared as they are; Google grants ``email`` and ``profile`` under their
          long names.
          """
          given = granted.split(" ") if isinstance(granted, str) else granted or ()
          known = {_canonical(scope) for scope in given}
          return [scope for scope in scopes if _canonical(scope) not in known]


      def _canonical(scope: str) -> str:
          if scope in ("email", "profile"):
              return "https://www.googleapis.com/auth/userinfo." + scope
          return scope
      """#
  }
}
