import PolicyDiagnostics

/// `firebaseemail/`: `ActionCodeSettings` for the Admin SDK.
enum GoEmailActions {
  static func module(_ header: GeneratedHeader) -> Code<GoLanguage> {
    """
    // \(header)
    //
    // `go mod tidy` finds the Admin SDK.
    module linkpolicy.generated/firebaseemail

    go 1.18

    require firebase.google.com/go/v4 v4.14.1
    """
  }

  static func source(_ code: EmailActionCode, _ header: GeneratedHeader) -> Code<GoLanguage> {
    // gofmt aligns what stands below each other: names have a line of their own each.
    let names = code.actions.map { action -> Code<GoLanguage> in
      """
      // \(action.name, .pascal) is the action \(action.name, .snake) of the policy.
      const \(action.name, .pascal) Action = "\(action.name, .snake)"
      """
    }
    return #"""
      // \#(header)

      // Package firebaseemail has the settings of the emails whose links the Firebase Admin SDK makes,
      // by action and environment. The SDK returns a link; the server sends the email.
      package firebaseemail

      import (
        "errors"
        "regexp"
        "strings"

        "firebase.google.com/go/v4/auth"
      )

      // Environment is where an email is sent.
      type Environment string

      // Prod is what users run.
      const Prod Environment = "prod"

      // Sandbox is where integrations are tried.
      const Sandbox Environment = "sandbox"

      // Action is what an email is for.
      type Action string

      \#(.joined(names, by: "\n\n"))

      // ErrNoAction says that the environment does not have the action.
      var ErrNoAction = errors.New("the environment does not have this email action")

      // ErrContinueURL says that a continue URL is not allowed.
      var ErrContinueURL = errors.New("the continue URL is not allowed")

      // Settings has the registered continue URL. (The Admin SDK for Go knows no link domain: links of
      // its emails are on the default domain of the project.)
      func Settings(action Action, environment Environment) (*auth.ActionCodeSettings, error) {
        values, found := find(action, environment)
        if !found {
          return nil, ErrNoAction
        }
        return &values.settings, nil
      }

      // SettingsFor has a continue URL made at run time.
      func SettingsFor(action Action, environment Environment, continueURL string) (*auth.ActionCodeSettings, error) {
        values, found := find(action, environment)
        if !found {
          return nil, ErrNoAction
        }
        if !values.allows(continueURL) {
          return nil, ErrContinueURL
        }
        values.settings.URL = continueURL
        return &values.settings, nil
      }

      // IsContinueURLAllowed is true for the registered URL, and for one that continues its path or has
      // its own query or fragment.
      //
      // Scheme, host and path of the registered URL must be the same. Further path segments contain only
      // letters, digits and -._~ and don't start with a dot; query and fragment contain what RFC 3986
      // allows.
      func IsContinueURLAllowed(url string, action Action, environment Environment) bool {
        values, found := find(action, environment)
        return found && values.allows(url)
      }

      type values struct {
        settings auth.ActionCodeSettings
        prefix   string
        base     string
      }

      var rest = regexp.MustCompile(`\A(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*/?` +
        `(?:\?(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?` +
        `(?:#(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?\z`)

      func (v values) allows(url string) bool {
        return url == v.settings.URL ||
          len(url) <= 2048 && strings.HasPrefix(url, v.prefix) && rest.MatchString(url[len(v.base):])
      }

      // Settings are made anew for each caller.
      func find(action Action, environment Environment) (values, bool) {
        switch environment {
        \#(lines: tables(code))
        }
        return values{}, false
      }
      """#
  }

  /// An environment without actions has no case.
  private static func tables(_ code: EmailActionCode) -> [Code<GoLanguage>] {
    let prod = table(code, .prod)
    let sandbox = table(code, .sandbox)
    let cases: [(Code<GoLanguage>, [Code<GoLanguage>])] = [("Prod", prod), ("Sandbox", sandbox)]
    return cases.filter { !$0.1.isEmpty }.map { name, cases in
      """
      case \(name):
        switch action {
        \(lines: cases)
        }
      """
    }
  }

  private static func table(
    _ code: EmailActionCode, _ environment: Environment
  ) -> [Code<GoLanguage>] {
    code.settings(in: environment).map { name, settings in
      """
      case \(name, .pascal):
        var found values
        \(lines: values(settings))
        return found, true
      """
    }
  }

  private static func values(_ settings: EmailActionCode.Settings) -> [Code<GoLanguage>] {
    var lines: [Code<GoLanguage>] = [
      "found.prefix = \(literal: settings.prefix)", "found.base = \(literal: settings.base)",
      "found.settings.URL = \(literal: settings.url)",
    ]
    if settings.handleCodeInApp { lines.append("found.settings.HandleCodeInApp = true") }
    if let bundle = settings.iosBundleID {
      lines.append("found.settings.IOSBundleID = \(literal: bundle)")
    }
    if let android = settings.android {
      lines.append("found.settings.AndroidPackageName = \(literal: android.package)")
      if android.install { lines.append("found.settings.AndroidInstallApp = true") }
      if let version = android.minimumVersion {
        lines.append("found.settings.AndroidMinimumVersion = \(literal: version)")
      }
    }
    return lines
  }
}
