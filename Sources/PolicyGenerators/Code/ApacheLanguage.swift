/// The configuration of Apache's web server.
package enum ApacheLanguage: CodeLanguage {
  /// A parameter in double quotes. A dollar sign or percent sign may begin a variable and has no escape:
  /// texts that may hold one must be refused before.
  package static func literal(_ text: String) -> String { NginxLanguage.literal(text) }
}
