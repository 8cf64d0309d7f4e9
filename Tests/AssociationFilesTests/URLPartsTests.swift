import AssociationFiles
import PolicyText
import Testing

struct URLPartsTests {
  @Test func `a URL is split and nothing is changed`() {
    let parts = URLParts("HTTPS://u:p@Example.COM:443/a%2f/../b?x=%20&y?z#f#g")
    #expect(parts.scheme == "HTTPS")
    #expect(parts.isWeb)
    #expect(parts.userinfo == "u:p")
    #expect(parts.host == "example.com")
    #expect(parts.port == "443")
    #expect(parts.path == "/a%2f/../b")
    #expect(parts.query == "x=%20&y?z")
    #expect(parts.fragment == "f#g")
  }

  @Test(arguments: [
    ("https://example.com", "example.com", ""), ("https://example.com?q", "example.com", ""),
    ("https://example.com#/x", "example.com", ""), ("//example.com/x", "example.com", "/x"),
    ("https://[::1]:80/", "[::1]", "/"), ("https://[::1]/", "[::1]", "/"),
    ("https://a@b@example.com/", "example.com", "/"), ("https:///x", "", "/x"),
    ("https://example.com#\u{301}", "example.com", ""),
  ])
  func `host and path are found`(url: String, host: String, path: String) {
    let parts = URLParts(ExactString(url))
    #expect(parts.host == ExactString(host))
    #expect(parts.path == ExactString(path))
  }

  @Test(arguments: [
    "https://evil\\@example.com/", "https://example.com:8a/", "https://exa mple.com/", "/path",
    "mailto:x@example.com", "", "https:example.com", "https://example.com\t/",
  ])
  func `there is no host where programs would disagree`(url: String) {
    #expect(URLParts(ExactString(url)).host == nil)
  }
}
