import PolicyDiagnostics

/// `firebase_email_actions.py`: `ActionCodeSettings` for the Admin SDK.
enum PythonEmailActions {
  static func source(_ code: EmailActionCode, _ header: GeneratedHeader) -> Code<PythonLanguage> {
    let names = code.actions.map { action -> Code<PythonLanguage> in
      "\(action.name, .upperSnake) = \"\(action.name, .snake)\""
    }
    return #"""
      # \#(header)
      """Settings of the emails whose links the Firebase Admin SDK makes, by action and environment.

      The continue URL is the registered one, or one below it: see ``is_continue_url_allowed``.
      The SDK returns a link; the server sends the email.
      """

      from __future__ import annotations

      import enum
      import re
      from typing import Any, Dict, Optional, Tuple, Union

      from firebase_admin import auth

      __all__ = ["EmailAction", "action_code_settings", "continue_url", "is_continue_url_allowed"]


      class EmailAction(str, enum.Enum):
          """What an email is for."""

          \#(.joined(names, by: "\n"))


      def action_code_settings(
          action: Union[EmailAction, str],
          environment: str,
          url: Optional[str] = None,
      ) -> auth.ActionCodeSettings:
          """Settings with the registered continue URL, or with one made at run time.

          Raises ``ValueError`` where the environment, ``"prod"`` or ``"sandbox"``, does not have the
          action, and where the URL is not allowed.
          """
          values = _values(action, environment)
          if values is None:
              raise ValueError("the environment does not have this email action")
          settings = dict(values[0])
          if url is not None:
              if not _allows(values, url):
                  raise ValueError("the continue URL is not allowed")
              settings["url"] = url
          return auth.ActionCodeSettings(**settings)


      def continue_url(action: Union[EmailAction, str], environment: str) -> Optional[str]:
          """The registered continue URL; None where the environment does not have the action."""
          values = _values(action, environment)
          return None if values is None else values[0]["url"]


      def is_continue_url_allowed(
          url: str, action: Union[EmailAction, str], environment: str
      ) -> bool:
          """True for the registered URL, and for one with a longer path, a query or a fragment.

          Scheme, host and path of the registered URL must be the same. Further path segments
          contain only letters, digits and ``-._~`` and don't start with a dot; query and fragment
          contain what RFC 3986 allows.
          """
          values = _values(action, environment)
          return values is not None and _allows(values, url)


      _Values = Tuple[Dict[str, Any], str, str]

      _REST = re.compile(
          r"(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*/?"
          r"(?:\?(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?"
          r"(?:#(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?"
      )


      def _allows(values: _Values, url: str) -> bool:
          settings, prefix, base = values
          if url == settings["url"]:
              return True
          return (
              len(url) <= 2048
              and url.startswith(prefix)
              and _REST.fullmatch(url[len(base) :]) is not None
          )


      def _values(action: Union[EmailAction, str], environment: str) -> Optional[_Values]:
          # Members of the enumerations are texts too.
          table = _TABLE.get(str.__str__(environment))
          return None if table is None else table.get(str.__str__(action))


      _TABLE: Dict[str, Dict[str, _Values]] = {
          "prod": \#(table(code, .prod)),
          "sandbox": \#(table(code, .sandbox)),
      }
      """#
  }

  private static func table(
    _ code: EmailActionCode, _ environment: Environment
  ) -> Code<PythonLanguage> {
    let entries = code.settings(in: environment).map { name, settings -> Code<PythonLanguage> in
      """
      "\(name, .snake)": (
          {
              \(lines: fields(settings))
          },
          \(literal: settings.prefix),
          \(literal: settings.base),
      ),
      """
    }
    return entries.isEmpty ? "{}" : "{\n    \(lines: entries)\n}"
  }

  private static func fields(_ settings: EmailActionCode.Settings) -> [Code<PythonLanguage>] {
    var fields: [Code<PythonLanguage>] = [
      #""url": \#(literal: settings.url),"#,
      #""handle_code_in_app": \#(settings.handleCodeInApp),"#,
    ]
    if let bundle = settings.iosBundleID {
      fields.append(#""ios_bundle_id": \#(literal: bundle),"#)
    }
    if let android = settings.android {
      fields.append(#""android_package_name": \#(literal: android.package),"#)
      fields.append(#""android_install_app": \#(android.install),"#)
      if let version = android.minimumVersion {
        fields.append(#""android_minimum_version": \#(literal: version),"#)
      }
    }
    if let domain = settings.linkDomain {
      fields.append(#""link_domain": \#(literal: domain),"#)
    }
    return fields
  }
}
