import LinkPolicy

/// Looks names up through programs of the system: `getent`, on macOS `dscacheutil`.
///
/// Not in this process: a static program that loads modules of the C library's name service would be at the
/// mercy of their versions.
struct NameResolver {
  let processes: any ProcessRunner

  /// The addresses of a host, each once, in the order of the system; empty where it has none.
  func addresses(of host: String) -> [ExactString] {
    // What starts with a dash would be an option.
    guard !host.hasPrefix("-"), let output = ask(host) else { return [] }
    var seen: Set<ExactString> = []
    return output.filter { seen.insert($0).inserted }
  }

  private func ask(_ host: String) -> [ExactString]? {
    if let result = try? processes.run("getent", ["ahosts", host], input: []) {
      return result.output.split(separator: 0x0A).compactMap { line in
        line.split { $0 == 0x20 || $0 == 0x09 }.first.map { ExactString(decoding: $0) }
      }
    }
    let arguments = ["-q", "host", "-a", "name", host]
    guard let result = try? processes.run("dscacheutil", arguments, input: []) else { return nil }
    let keys = ["ip_address:", "ipv6_address:"]
    return result.output.split(separator: 0x0A).compactMap { line in
      keys.first { line.starts(with: $0.utf8) }.map { key in
        ExactString(decoding: line.dropFirst(key.utf8.count).filter { $0 > 0x20 })
      }
    }
  }
}
