package import LinkPolicy

/// `--resolve HOST:PORT:ADDRESS[:PORT]`: an IP address for a host, instead of a DNS lookup.
///
/// Unlike curl's option it may name another port, since test servers can rarely listen on 443.
package struct HostOverride: Sendable, Equatable {
  /// In lowercase.
  package var host: ExactString
  package var port: Int
  /// IPv6 in brackets.
  package var address: String
  package var targetPort: Int

  /// Parses the value of the option.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    let colon = UInt8(ascii: ":")
    guard let first = bytes.firstIndex(of: colon),
      let second = bytes[(first + 1)...].firstIndex(of: colon)
    else { return nil }
    var rest = bytes[(second + 1)...]
    var address: ArraySlice<UInt8>
    if rest.first == UInt8(ascii: "[") {
      guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      address = rest[...close]
      rest = rest[(close + 1)...]
    } else {
      address = rest.prefix { $0 != colon }
      rest = rest[address.endIndex...]
    }
    let port = Self.number(bytes[(first + 1)..<second])
    let isEnd = rest.isEmpty
    if rest.first == colon { rest = rest.dropFirst() }
    guard let port, !address.isEmpty, first > 0,
      address.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") })
    else { return nil }
    host = ExactString(decoding: bytes[..<first].map { Self.lower($0) })
    self.port = port
    self.address = String(decoding: address, as: UTF8.self)
    guard let target = isEnd ? port : Self.number(rest) else { return nil }
    targetPort = target
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let value = Int(String(decoding: bytes, as: UTF8.self)), (1...65_535).contains(value)
    else {
      return nil
    }
    return value
  }
}

/// Looks up host names with `getent`, or `dscacheutil` on macOS.
///
/// A statically linked program can't do this in its own process: the C library would load name
/// service modules of other versions.
struct NameResolver {
  let processes: any ProcessRunner

  /// The IP addresses of a host, without duplicates, in the system's order.
  func addresses(of host: String) -> [ExactString] {
    // A leading dash would make it an option.
    guard !host.hasPrefix("-"), let output = lookUp(host) else { return [] }
    return output.unique
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
