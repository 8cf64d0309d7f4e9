/// How much of an answer is looked at, in bytes; a byte more is read to notice what is too long.
package enum RequestLimits {
  /// `apple-app-site-association`: what Apple reads.
  package static let appleFile = 131_072
  /// `assetlinks.json`: what Android reads.
  package static let assetLinks = 1 << 20
  /// Other JSON.
  package static let json = 256 << 10
  /// Pages.
  package static let page = 64 << 10
  /// The status of a response: three digits at most, as curl reads a status line; 0 without one.
  package static let statuses = 0...999
  /// The header of an answer.
  package static let header = 64 << 10
  /// Seconds in which a server should answer.
  package static let slowSeconds = 3
  /// Seconds that a whole run may take.
  package static let runSeconds = 300
  /// Days before its end from which a certificate is worth a word.
  package static let certificateDays = 14
  /// Requests with an altered redirect URI, for each client.
  package static let controls = 9
  /// Seconds that a server may ask us to wait.
  package static let patience = 5
}
