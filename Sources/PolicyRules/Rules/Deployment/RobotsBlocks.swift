package import PolicyText

/// `robots.txt` lets crawlers at the association files. Reported by `verify`.
package struct RobotsBlocks: NamedRule {
  package static let info = RuleInfo(
    "robots-blocks", .deployment, .note,
    summary: "`robots.txt` lets crawlers at the association files",
    why:
      "The fetchers of Apple and Google were not seen to read `robots.txt`, so this explains no failure; "
      + "other tools that look at the files may stop there. Asked for by `--third-party`.",
    examples: .init(
      .answers,
      bad: """
        GET https://www.acme.example/robots.txt
        200
        content-type: text/plain

        User-agent: *
        Disallow: /.well-known/

        """,
      good: """
        GET https://www.acme.example/robots.txt
        200
        content-type: text/plain

        User-agent: *
        Disallow: /admin/

        """),
    references: ["RFC 9309"])
  package init() {}
}
