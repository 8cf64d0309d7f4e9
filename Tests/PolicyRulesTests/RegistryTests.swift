import Foundation
import PolicyDiagnostics
import PolicyRules
import PolicyTestSupport
import PolicyText
import Testing

/// The catalogue of rules.
@Suite struct RegistryTests {
  @Test func `ids are unique and kebab-case`() {
    let ids = RuleRegistry.catalogue.map(\.id.rawValue)
    #expect(Set(ids).count == ids.count)
    for id in ids + RuleRegistry.catalogue.flatMap(\.aliases).map(\.rawValue) {
      #expect(id.wholeMatch(of: #/[a-z0-9]+(-[a-z0-9]+)+/#) != nil, "\(id)")
    }
  }

  @Test func `an alias is no id and leads to its rule`() {
    let ids = Set(RuleRegistry.catalogue.map(\.id))
    for info in RuleRegistry.catalogue {
      for alias in info.aliases {
        #expect(!ids.contains(alias), "\(alias)")
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

  @Test func `every rule file is registered`() throws {
    let files = try Fixtures.files(below: "Sources/PolicyRules/Rules")
      .filter { $0.hasSuffix(".swift") }
      .map { URL(filePath: $0).deletingPathExtension().lastPathComponent }
    let types = RuleRegistry.rules.map { "\($0)" }
    #expect(Set(files) == Set(types))
    for rule in RuleRegistry.rules {
      // uri-fragment is UriFragment.
      let name = rule.info.id.rawValue.split(separator: "-").map(\.capitalized).joined()
      #expect(name == "\(rule)")
    }
  }

  @Test func `names of the public suffix extract have two labels`() {
    for name in PublicSuffixes.suffixes {
      #expect(name.utf8.split(separator: UInt8(ascii: ".")).count == 2, "\(name)")
    }
  }

  @Test func `advice weighs less than an error and silences none`() {
    let advice = Set(RuleRegistry.rules.filter { $0.neverReportsErrors }.map { $0.info.id })
    #expect(advice.count > 50)
    for rule in RuleRegistry.rules where rule.neverReportsErrors {
      #expect(rule.info.severity < .error)
    }
    for (winner, losers) in Precedence.silenced where advice.contains(winner) {
      #expect(advice.isSuperset(of: losers), "\(winner)")
    }
    #expect(advice.isDisjoint(with: Precedence.overShape))
  }

  @Test func `precedence speaks only of known rules`() {
    for id in Precedence.silenced.flatMap({ [$0.winner] + $0.losers })
      + Precedence.overShape + Precedence.shape
    {
      #expect(RuleRegistry.info(for: id)?.id == id, "\(id)")
    }
  }

  /// What a text cannot show: bytes that are no UTF-8; JSON is read elsewhere.
  static let structural = StructuralRules.all.map(\.id.rawValue)
    .filter { $0 != "yaml-encoding" && $0 != "json-syntax" && $0 != "yaml-limit" }

  @Test(arguments: structural)
  func `examples of the structure check report at their marks`(id: String) throws {
    let info = try #require(RuleRegistry.info(for: RuleID(rawValue: id)))
    let (text, span) = Checking.marked(info.examples.bad)
    let found = Checking.diagnostics(text).filter { $0.severity >= .warning }
    #expect(found.map(\.rule) == [info.id], "\(Checking.describe(found))")
    #expect(found.first?.location.span == span, "\(Checking.describe(found))")
    let good = Checking.diagnostics(info.examples.good)
    #expect(good.isEmpty, "\(Checking.describe(good))")
  }
}
