/// The configuration of Caddy.
package enum CaddyLanguage: CodeLanguage {
  /// A token in double quotes. A brace may begin a placeholder: texts that may hold one must be refused
  /// before.
  package static func literal(_ text: String) -> String { NginxLanguage.literal(text) }
}
