import Foundation

/// Vectors with text that is not well-formed, which a Swift string cannot hold.
enum IllFormed {
  /// Questions to the policy of the recorded decisions.
  ///
  /// - Parameter text: what stands between the quotes of a JSON string.
  static func vectors(_ text: [UInt8]) -> Data {
    let uri = "https://oauth-redirect.googleusercontent.com/r/my-project"
    let good = "client_id=google-client-1&response_type=code&state=s&redirect_uri=" + uri
    let head = #"{"id":"1","environment":"prod","kind":"#
    return Data(
      Array((#"{"vectors":["# + head + #""authorize","query":"\#(good)&x="#).utf8) + text
        + Array((#"","expect":"local invalid_request"},"# + head).utf8)
        + Array(#""authorize","query":"\#(good)#"#.utf8) + text
        + Array((#"","expect":"allow \#(uri)?code=C1&state=s"},"# + head).utf8)
        + Array(#""redirect_uri","client_id":"google-client-1","redirect_uri":"\#(uri)"#.utf8)
        + text + Array(#"","expect":"deny"}]}"#.utf8))
  }

  static let agreement = "3 of 3 vectors agree\n"
}
