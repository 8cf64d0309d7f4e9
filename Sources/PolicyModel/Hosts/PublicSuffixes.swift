package import PolicyText

/// An extract of the public suffix list (as of 2026-07). Unknown top-level domains are treated as public.
package enum PublicSuffixes {
  /// Returns true for a name under which anyone can register a domain.
  package static func isSuffix(_ lowerHost: ExactString) -> Bool {
    guard lowerHost.contains(UInt8(ascii: ".")) else {
      return !isKnownPrivate(topLevel: lowerHost)
    }
    return lowerHost.utf8.count <= longestSuffix && suffixes.contains(lowerHost)
  }

  /// Returns true for top-level names that are reserved, private, misspelled or unknown country codes; not for
  /// `example`, which RFC 2606 reserves for documentation.
  package static func isKnownPrivate(topLevel: ExactString) -> Bool {
    privateNames.contains(topLevel) || isUnknownCountry(topLevel)
      || meant(byTopLevel: topLevel) != nil
  }

  private static let privateNames: Set<ExactString> = [
    "local", "localdomain", "localhost", "internal", "intranet", "lan", "corp", "home", "private",
    "mail", "test", "invalid", "onion", "alt", "workgroup", "domain", "host-local", "dev-local",
  ]

  /// Two letters must be a country code (ISO 3166).
  private static func isUnknownCountry(_ name: ExactString) -> Bool {
    name.utf8.count == 2 && name.utf8.allSatisfy { (0x61...0x7A).contains($0) }
      && !countries.contains(name)
  }

  private static let countries = Set(
    """
    ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv \
    bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es \
    et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu \
    id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt \
    lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no \
    np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si \
    sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk \
    us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw
    """.split(separator: " ").map { ExactString(String($0)) })

  /// Names under which anyone can register, mostly of hosting services: an extract of publicsuffix.org.
  package static let suffixes: Set<ExactString> = [
    "co.uk", "org.uk", "gov.uk", "ac.uk", "me.uk", "com.au", "net.au", "org.au", "co.jp", "or.jp",
    "ne.jp", "ac.jp", "co.kr", "or.kr", "com.br", "net.br", "com.cn", "net.cn", "org.cn", "com.tw",
    "com.hk", "com.sg", "com.my", "co.in", "net.in", "org.in", "co.nz", "org.nz", "co.za", "com.mx",
    "com.ar", "com.tr", "com.vn", "com.ua", "co.il", "co.id", "co.th", "com.ph", "com.pl", "com.es",
    "appspot.com", "azurewebsites.net", "cloudfront.net", "elasticbeanstalk.com", "firebaseapp.com",
    "fly.dev", "github.io", "gitlab.io", "glitch.me", "herokuapp.com", "netlify.app",
    "ngrok-free.app", "ngrok.app", "ngrok.dev", "ngrok.io", "onrender.com", "pages.dev",
    "cloudfunctions.net", "railway.app", "repl.co", "run.app", "surge.sh", "vercel.app", "web.app",
    "workers.dev", "blogspot.com", "trycloudflare.com", "amplifyapp.com", "azurestaticapps.net",
    "replit.app", "replit.dev", "supabase.co", "translate.goog", "webflow.io", "wixsite.com",
    "amazonaws.com", "s3.amazonaws.com", "windows.net", "core.windows.net", "blob.core.windows.net",
    "web.core.windows.net", "cloudapp.net", "azureedge.net", "azurefd.net", "azure-api.net",
    "trafficmanager.net", "r2.dev", "deno.dev", "csb.app", "up.railway.app", "ondigitalocean.app",
    "digitaloceanspaces.com", "storage.googleapis.com", "myshopify.com", "expo.app",
  ]

  private static let longestSuffix = suffixes.map(\.utf8.count).max() ?? 0

  private static let shorteners: Set<ExactString> = [
    "goo.gl", "bit.ly", "tinyurl.com", "t.co", "ow.ly", "is.gd", "buff.ly", "rebrand.ly", "cutt.ly",
    "rb.gy", "t.ly", "tiny.cc", "bl.ink", "shorturl.at", "v.gd", "lnkd.in", "short.io", "bitly.com",
  ]
  private static let longestShortener = shorteners.map(\.utf8.count).max() ?? 0

  package static func isShortener(_ lowerHost: ExactString) -> Bool {
    lowerHost.utf8.count <= longestShortener && shorteners.contains(lowerHost)
  }
}

extension PublicSuffixes {
  /// The top-level domain that a common misspelling stands for; nil for other names. Unlike a list
  /// of valid names, a list of misspellings accepts new top-level domains. None of them was
  /// delegated as of 2026-11.
  package static func meant(byTopLevel name: ExactString) -> String? {
    guard (3...5).contains(name.utf8.count) else { return nil }
    return misspellings.first { $0.wrong.contains(name) }?.right
  }

  private static let misspellings: [(right: String, wrong: [ExactString])] = [
    (
      "com",
      [
        "con", "cmo", "ocm", "comm", "coom", "vom", "xom", "cim", "cpm", "clm", "ocn", "cmom",
        "ccom", "comn", "coma", "c0m",
      ]
    ),
    ("net", ["nte", "ent", "nett", "ner", "nrt", "met", "nwt", "enet"]),
    ("org", ["ogr", "rog", "orgg", "prg", "irg", "orh", "ord", "oeg", "0rg"]),
    ("app", ["appp", "apo", "spp", "aapp"]),
    ("dev", ["dve", "devv", "deb", "edv"]),
    ("info", ["inof", "ifno", "infi", "inffo", "infoo"]),
  ]
}
