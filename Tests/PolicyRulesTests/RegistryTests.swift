import Foundation
import PolicyModel
import PolicyRules
import PolicyTestSupport
import PolicyText
import Testing

/// The catalog of rules.
@Suite struct RegistryTests {
  @Test func `IDs are unique and kebab-case`() {
    let ids = RuleRegistry.catalogue.map(\.id.rawValue)
    #expect(Set(ids).count == ids.count)
    for id in ids + RuleRegistry.catalogue.flatMap(\.aliases).map(\.rawValue) {
      #expect(id.wholeMatch(of: #/[a-z0-9]+(-[a-z0-9]+)+/#) != nil, "\(id)")
    }
  }

  /// Rules about any value, whose names need no subject.
  private static let general: Set<String> = [
    "documentation-example", "missing-key", "not-a-policy", "to-fill-in", "unknown-key",
    "unknown-reference", "unknown-value", "wrong-type",
  ]

  /// Abbreviations that rule names must not contain. Common acronyms (URI, IDN, PKCE) and the
  /// environment names `prod` and `dev` are allowed.
  private static let abbreviations: Set<String> = [
    "addr", "al", "and", "auth", "bool", "cert", "cfg", "char", "chars", "conf", "config", "cred",
    "creds", "desc", "dir", "dom", "dup", "dups", "env", "envs", "err", "exp", "fdl", "fmt", "fp",
    "init", "iss", "len", "loc", "max", "min", "misc", "msg", "num", "oob", "opt", "param",
    "params", "pct", "pkg", "pos", "ref", "refs", "regex", "req", "res", "resp", "sec", "sig",
    "str", "tld",
    "tmp", "ttl", "val", "vals", "var", "vars", "vs",
  ]

  /// Returns the longest subject at the start of a rule name.
  private static func subject(of id: String) -> RuleNames.Subject? {
    RuleNames.subjects.filter { id.utf8.starts(with: "\($0.name)-".utf8) }
      .max { $0.name.utf8.count < $1.name.utf8.count }
  }

  @Test func `an ID is a known subject and a mistake, without abbreviations`() {
    for id in RuleRegistry.catalogue.map(\.id.rawValue) {
      let subject = Self.subject(of: id)
      #expect((subject == nil) == Self.general.contains(id), "\(id)")
      // `auth_domain` is the name of a setting.
      let fault = subject.map { id.dropFirst($0.name.count + 1) } ?? id[...]
      let words = ((subject?.name == "auth-domain" ? "" : subject?.name ?? "") + "-" + fault)
        .split(separator: "-")
      for word in words {
        #expect(!Self.abbreviations.contains(String(word)), "\(word) in \(id)")
      }
    }
    let ids = RuleRegistry.catalogue.map(\.id.rawValue)
    #expect(Self.general.isSubset(of: ids))
    for subject in RuleNames.subjects {
      #expect(ids.contains { Self.subject(of: $0)?.name == subject.name }, "\(subject.name)")
    }
    let names = RuleNames.subjects.map(\.name)
    #expect(names == names.sorted() && Set(names).count == names.count)
  }

  /// A rule of other tools that corresponds to two rules here.
  static let shared: Set<RuleID> = ["sandbox-prod-mix"]

  /// A missing file on a host is one mistake in a policy and another in a deployment.
  static let idsToo: Set<RuleID> = ["host-file-missing"]

  @Test func `an alias belongs to one rule, unless it is documented as shared`() {
    var owners: [RuleID: Int] = [:]
    for alias in RuleRegistry.catalogue.flatMap(\.aliases) { owners[alias, default: 0] += 1 }
    #expect(Set(owners.filter { $0.value > 1 }.keys) == Self.shared)
  }

  @Test func `an alias isn't an ID and leads to its rule`() {
    let ids = Set(RuleRegistry.catalogue.map(\.id))
    for info in RuleRegistry.catalogue {
      for alias in info.aliases {
        #expect(!ids.contains(alias) || Self.idsToo.contains(alias), "\(alias)")
        #expect(RuleRegistry.infos(for: alias).contains { $0.id == info.id })
      }
    }
    #expect(RuleRegistry.info(for: "and-fingerprint-sha1")?.id == "fingerprint-format")
    #expect(
      RuleRegistry.infos(for: "sandbox-prod-mix").map(\.id) == [
        "environment-foreign-address", "environment-client-shared",
      ])
    #expect(RuleRegistry.info(for: "no-such-rule") == nil)
  }

  @Test func `folder, category and list of a rule agree`() throws {
    let folder = "Sources/PolicyRules/Rules/"
    let files = try Fixtures.files(below: String(folder.dropLast()))
      .filter { $0.hasSuffix(".swift") }.map { $0.dropFirst(folder.count) }
    var folders: [String: String] = [:]
    for file in files {
      let path = file.split(separator: "/").map(String.init)
      try #require(path.count == 2, "\(file)")
      // Families of rules share a file.
      let declarations = try Fixtures.text(folder + file).matches(
        of: #/(?m)^(?:package )?(?:struct|enum) (\w+):[^{]*Rule\b/#)
      for declaration in declarations {
        let name = String(declaration.1)
        #expect(folders[name] == nil, "\(name) is declared twice")
        folders[name] = path[0].lowercased()
      }
    }
    #expect(RuleRegistry.lists.map(\.category) == RuleCategory.allCases)
    var registered: [String] = []
    for (category, table, rules) in RuleRegistry.lists {
      for info in table { #expect(info.category == category, "\(info.id)") }
      for rule in rules {
        let info = rule.info
        // The type of `uri-fragment` is `UriFragment`.
        let name = info.id.rawValue.split(separator: "-").map(\.capitalized).joined()
        #expect(name == "\(rule)")
        #expect(info.category == category, "\(name) is in the list of \(category)")
        #expect(
          folders[name] == category.rawValue, "\(name) is in \(folders[name] ?? "no folder")")
        registered.append(name)
      }
    }
    #expect(Set(registered).count == registered.count)
    #expect(Set(registered) == Set(folders.keys))
  }

  @Test func `each rule is registered with all its conformances`() {
    for rule in RuleRegistry.rules {
      #expect((rule as? any Rule.Type != nil) == (rule.forPolicies != nil), "\(rule)")
      #expect((rule as? any LinkListRule.Type != nil) == (rule.forLinkLists != nil), "\(rule)")
      #expect((rule as? any AppleFileRule.Type != nil) == (rule.forAppleFiles != nil), "\(rule)")
      #expect((rule as? any AssetFileRule.Type != nil) == (rule.forAssetFiles != nil), "\(rule)")
      #expect(
        (rule as? any DeployedFileRule.Type != nil) == (rule.forDeployedFiles != nil), "\(rule)")
      #expect((rule as? any SiteRule.Type != nil) == (rule.forSites != nil), "\(rule)")
    }
    for rule in RuleRegistry.rules {
      #expect(
        rule.forPolicies != nil || rule.forLinkLists != nil || rule.forAppleFiles != nil
          || rule.forAssetFiles != nil || rule.forDeployedFiles != nil || rule.forSites != nil,
        "\(rule) conforms to no rule protocol")
    }
  }

  @Test func `the engine and the analysis contain no rule ID as a string`() throws {
    let ids = Set(RuleRegistry.catalogue.map(\.id.rawValue))
    let files = try ["Engine", "Analysis"].flatMap {
      try Fixtures.files(below: "Sources/PolicyRules/\($0)")
    }
    #expect(files.count > 30)
    for file in files {
      for literal in try Fixtures.text(file).matches(of: #/"([a-z0-9]+(?:-[a-z0-9]+)+)"/#) {
        let isID = ids.contains(String(literal.output.1))
        #expect(!isID, "\(literal.output.0) in \(file)")
      }
    }
  }

  @Test func `names of the public suffix extract are hosts in lowercase`() {
    for name in PublicSuffixes.suffixes {
      #expect(name.string.contains(#/^([a-z0-9-]+\.)+[a-z]+$/#), "\(name)")
    }
  }

  @Test func `rules hide only known rules, never themselves and never each other`() throws {
    for rule in RuleRegistry.catalogue {
      #expect(Set(rule.hides).count == rule.hides.count, "\(rule.id)")
      for id in RuleRegistry.hidden(by: rule) {
        let hidden = try #require(RuleRegistry.info(for: id), "\(id)")
        #expect(hidden.id == id && id != rule.id, "\(rule.id) hides \(id)")
        #expect(
          !RuleRegistry.hidden(by: hidden).contains(rule.id), "\(rule.id) and \(id) hide each other"
        )
      }
    }
  }

  /// Rows that an example of a policy can show. A policy can't contain invalid UTF-8.
  static let structural: [String] = {
    let others: Set<RuleID> = ["yaml-encoding", "json-syntax", "yaml-limit", "not-a-policy"]
    return RuleRegistry.lists.filter { $0.category == .syntax || $0.category == .structure }
      .flatMap(\.table).map(\.id).filter { !others.contains($0) }.map(\.rawValue)
  }()

  @Test(arguments: structural)
  func `examples of the structure check are reported at their marks`(id: String) throws {
    let info = try #require(RuleRegistry.info(for: RuleID(rawValue: id)))
    let (text, span) = Checking.marked(info.examples.bad)
    let found = Checking.diagnostics(text).filter { $0.severity >= .warning }
    #expect(found.map(\.rule) == [info.id], "\(Checking.describe(found))")
    #expect(found.first?.location.span == span, "\(Checking.describe(found))")
    let good = Checking.diagnostics(info.examples.good)
    #expect(good.isEmpty, "\(Checking.describe(good))")
  }
}

/// The pages about rules on the documentation site.
@Suite struct RulePageTests {
  @Test func `no page shows a mark of its example or a tab`() {
    #expect(RulePages.pages.count > 200)
    for page in RulePages.pages {
      #expect(!page.text.contains("⟦") && !page.text.contains("⟧"), "\(page.id)")
      #expect(!page.text.contains("\t"), "\(page.id)")
    }
  }

  @Test func `no page starts with a capitalized identifier`() {
    for page in RulePages.pages {
      let sentence = page.text.split(separator: "\n")[1]
      let word = sentence.prefix { $0 != " " }
      #expect(!word.contains("_") || word.first?.isUppercase == false, "\(page.id): \(sentence)")
    }
  }

  @Test func `the index links each page`() {
    let index = RulePages.index
    for page in RulePages.pages {
      #expect(index.contains("[\(page.id)](\(page.id).md)"), "\(page.id)")
    }
  }
}
