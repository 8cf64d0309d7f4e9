import LinkPolicy

/// Looks up host names through `getent`, or `dscacheutil` on macOS.
///
/// A statically linked program can't do this in its own process: the C library would load name service modules of
/// other versions.
struct NameResolver {
  let processes: any ProcessRunner

  /// The IP addresses of a host, without duplicates, in the order of the system.
  func addresses(of host: String) -> [ExactString] {
    // A leading dash would be an option.
    guard !host.hasPrefix("-"), let output = lookUp(host) else { return [] }
    var seen: Set<ExactString> = []
    return output.filter { seen.insert($0).inserted }
  }

  private func lookUp(_ host: String) -> [ExactString]? {
    if let result = try? processes.run(ExternalProgram("getent", ["ahosts", host])) {
      return result.output.split(separator: 0x0A).compactMap { line in
        line.split { $0 == 0x20 || $0 == 0x09 }.first.map { ExactString(decoding: $0) }
      }
    }
    let arguments = ["-q", "host", "-a", "name", host]
    guard let result = try? processes.run(ExternalProgram("dscacheutil", arguments)) else {
      return nil
    }
    let keys = ["ip_address:", "ipv6_address:"]
    return result.output.split(separator: 0x0A).compactMap { line in
      keys.first { line.starts(with: $0.utf8) }.map { key in
        ExactString(decoding: line.dropFirst(key.utf8.count).filter { $0 > 0x20 })
      }
    }
  }
}
