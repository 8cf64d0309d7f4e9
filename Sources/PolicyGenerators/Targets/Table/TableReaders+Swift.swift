extension TableReaders {
  /// `swift/LinkPolicyTable.swift`.
  static func swift(_ header: GeneratedHeader) -> Code<SwiftLanguage> {
    #"""
    // \#(header)
    //
    // Reads tables of redirect URIs that `linkpolicy generate --target table` writes.
    //
    //   let table = try ReloadingTable(path: "prod.lpt", environment: .prod)
    //   if try table.isRedirectURIAllowed(clientID: clientID, redirectURI: redirectURI) { … }
    //   try table.reloadIfChanged()  // now and then, from any thread
    //
    // Texts are compared by their bytes in UTF-8; nothing is trimmed, folded, normalised or decoded. The file
    // is mapped into memory. Replace it by renaming another over it, as linkpolicy does; a file that is cut
    // while it is mapped ends the program.

    import Foundation

    /// A table that cannot be read, or is damaged.
    public struct LinkPolicyTableError: Error, CustomStringConvertible, Sendable {
      /// The path and the reason.
      public let description: String
    }

    /// A table of redirect URIs; it never changes. Safe to use from many threads.
    public final class LinkPolicyTable: @unchecked Sendable {
      /// The environment that a table is for.
      public enum Environment: UInt32, Sendable {
        /// What users run.
        case prod = 0
        /// Where integrations are tried.
        case sandbox = 1
      }

      /// Pairs of client and redirect URI.
      public let count: Int
      /// Clients with a redirect URI.
      public let clients: Int

      private static let magic: [UInt8] = [0x89, 0x4C, 0x50, 0x54, 0x0D, 0x0A, 0x1A, 0x0A]
      private static let headerLength = 96
      private static let blockLength = 4_096
      private static let k1: UInt64 = 0x9E37_79B9_7F4A_7C15
      private static let k2: UInt64 = 0xD6E8_FEB8_6659_FD93
      private static let k3: UInt64 = 0xA076_1D64_78BD_642F

      private let path: String
      /// The mapped file, as long as the table is there.
      private let data: UnsafeRawBufferPointer
      private let seed: UInt64
      private let buckets: UInt64
      private let slots: UInt64
      private let start: Int
      private let slotStart: Int
      private let recordStart: Int
      /// Blocks that were held against their checksums; threads that race find the same.
      private let isChecked: UnsafeMutablePointer<Bool>

      /// Opens a table. Header and checksums are looked at; every block of 4 KiB is held against its checksum
      /// when it is first read, so that nothing is read that is not needed.
      ///
      /// - Throws: `LinkPolicyTableError`.
      public init(path: String, environment: Environment) throws {
        let data = try Self.map(path)
        var isComplete = false
        defer { if !isComplete { Self.unmap(data) } }
        func require(_ condition: Bool, _ reason: String) throws {
          guard condition else { throw LinkPolicyTableError(description: "\(path): \(reason)") }
        }
        try require(data.prefix(8).elementsEqual(Self.magic), "is no table of linkpolicy")
        try require(data.count >= Self.headerLength, "is cut off")
        let version = Self.number(data, 8, UInt32.self)
        try require(version == 1, "has version \(version), not 1")
        try require(
          Self.crc32(data, 0..<92) == Self.number(data, 92, UInt32.self), "the header is damaged")
        try require(
          Self.number(data, 16, UInt64.self) == UInt64(data.count),
          "is cut off, or has more than it says")
        try require(
          Self.number(data, 12, UInt32.self) == environment.rawValue, "is for the other environment")
        let size = UInt64(data.count)
        let buckets = UInt64(Self.number(data, 40, UInt32.self))
        let slots = UInt64(Self.number(data, 44, UInt32.self))
        let blocks = UInt64(Self.number(data, 48, UInt32.self))
        let start = Self.number(data, 64, UInt64.self)
        let slotStart = Self.number(data, 72, UInt64.self)
        let recordStart = Self.number(data, 80, UInt64.self)
        let block = UInt64(Self.blockLength)
        try require(
          buckets > 0 && slots > 0 && Self.number(data, 56, UInt64.self) == UInt64(Self.headerLength)
            && start <= size && slotStart <= size && recordStart <= size, "the header contradicts itself"
        )
        try require(
          UInt64(Self.headerLength) + 4 * blocks <= start && start + 2 * buckets <= slotStart
            && slotStart + 4 * slots <= recordStart && (size - start + block - 1) / block == blocks,
          "the header contradicts itself")
        let checksums = Self.headerLength..<(Self.headerLength + 4 * Int(blocks))
        try require(
          Self.crc32(data, checksums) == Self.number(data, 88, UInt32.self),
          "the checksums are damaged")
        isComplete = true
        self.path = path
        self.data = data
        self.buckets = buckets
        self.slots = slots
        seed = Self.number(data, 24, UInt64.self)
        count = Int(Self.number(data, 32, UInt32.self))
        clients = Int(Self.number(data, 36, UInt32.self))
        self.start = Int(start)
        self.slotStart = Int(slotStart)
        self.recordStart = Int(recordStart)
        isChecked = .allocate(capacity: Int(blocks))
        isChecked.initialize(repeating: false, count: Int(blocks))
      }

      deinit {
        isChecked.deallocate()
        Self.unmap(data)
      }

      /// Reads the whole file.
      ///
      /// - Throws: `LinkPolicyTableError` where it is damaged.
      public func verify() throws { _ = try place(start, data.count - start) }

      /// True when the client may have its answer sent to the redirect URI: equal bytes, and for native clients
      /// any port of a loopback address (RFC 8252 section 7.3).
      ///
      /// - Throws: `LinkPolicyTableError` where the table is damaged.
      public func isRedirectURIAllowed(clientID: String, redirectURI: String) throws -> Bool {
        if try flags(clientID, redirectURI) != nil { return true }
        guard let registered = Self.withoutPort(redirectURI) else { return false }
        return (try flags(clientID, registered) ?? 0) & 1 == 1
      }

      // MARK: look-ups

      /// The flags of the client that has a redirect URI.
      private func flags(_ clientID: String, _ redirectURI: String) throws -> UInt8? {
        var clientID = clientID
        var redirectURI = redirectURI
        return try clientID.withUTF8 { id in
          try redirectURI.withUTF8 { uri in
            try flags(UnsafeRawBufferPointer(id), UnsafeRawBufferPointer(uri))
          }
        }
      }

      private func flags(
        _ id: UnsafeRawBufferPointer, _ uri: UnsafeRawBufferPointer
      ) throws -> UInt8? {
        guard id.count <= 0xFFFF, uri.count <= 0xFFFF else { return nil }
        let hash = Self.hash(seed, id, uri)
        let bucket = Int(((hash >> 32) &* buckets) >> 32)
        let pilot = UInt64(Self.number(data, try place(start + 2 * bucket, 2), UInt16.self))
        let mixed = (hash ^ (pilot &* Self.k3)) &* Self.k2
        let slot = Int(((mixed >> 32) &* slots) >> 32)
        let record = Int(Self.number(data, try place(slotStart + 4 * slot, 4), UInt32.self))
        guard record != 0 else { return nil }
        let place = try place(recordStart + record, 6)
        guard try holds(place + 6, Self.number(data, place + 4, UInt16.self), uri) else { return nil }
        let client = recordStart + Int(Self.number(data, place, UInt32.self))
        let owner = try self.place(client, 3)
        guard try holds(owner + 3, Self.number(data, owner + 1, UInt16.self), id) else { return nil }
        return data[owner]
      }

      private func holds(
        _ place: Int, _ length: UInt16, _ text: UnsafeRawBufferPointer
      ) throws -> Bool {
        guard Int(length) == text.count else { return false }
        let place = try self.place(place, text.count)
        guard let start = data.baseAddress, let other = text.baseAddress else { return text.isEmpty }
        return memcmp(start + place, other, text.count) == 0
      }

      /// The place of bytes that are what they were when the table was written.
      private func place(_ place: Int, _ count: Int) throws -> Int {
        guard place <= data.count - count else { throw damaged }
        var block = (place - start) / Self.blockLength
        while start + block * Self.blockLength < place + count {
          if !isChecked[block] { try check(block) }
          block += 1
        }
        return place
      }

      private func check(_ block: Int) throws {
        let first = start + block * Self.blockLength
        let range = first..<min(data.count, first + Self.blockLength)
        guard
          Self.crc32(data, range) == Self.number(data, Self.headerLength + 4 * block, UInt32.self)
        else { throw damaged }
        isChecked[block] = true
      }

      private var damaged: LinkPolicyTableError {
        LinkPolicyTableError(description: "\(path): is damaged")
      }

      private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word) &* k1
        return product ^ (product >> 32)
      }

      private static func mix(_ hash: UInt64, _ text: UnsafeRawBufferPointer) -> UInt64 {
        var hash = hash
        var place = 0
        while text.count - place >= 8 {
          hash = mix(hash, number(text, place, UInt64.self))
          place += 8
        }
        guard place < text.count else { return hash }
        var word: UInt64 = 0
        for index in place..<text.count { word |= UInt64(text[index]) << UInt64(8 * (index - place)) }
        return mix(hash, word)
      }

      private static func hash(
        _ seed: UInt64, _ id: UnsafeRawBufferPointer, _ uri: UnsafeRawBufferPointer
      ) -> UInt64 {
        var hash = mix(seed, (UInt64(id.count) << 32) ^ UInt64(uri.count))
        hash = mix(mix(hash, id), uri)
        hash = (hash ^ (hash >> 29)) &* k2
        return hash ^ (hash >> 32)
      }

      /// `http://127.0.0.1/cb` for `http://127.0.0.1:51004/cb`, nil for other texts.
      private static func withoutPort(_ uri: String) -> String? {
        for origin in ["http://127.0.0.1", "http://[::1]"] {
          guard uri.utf8.starts(with: (origin + ":").utf8) else { continue }
          let rest = uri.utf8.dropFirst(origin.utf8.count + 1)
          let digits = rest.prefix { (0x30...0x39).contains($0) }
          guard (1...5).contains(digits.count), digits.first != 0x30,
            digits.reduce(0, { $0 * 10 + Int($1 - 0x30) }) <= 65_535
          else { return nil }
          let tail = rest.dropFirst(digits.count)
          guard tail.first == UInt8(ascii: "/") || tail.first == UInt8(ascii: "?") else { return nil }
          return origin + String(Substring(tail))
        }
        return nil
      }

      // MARK: files

      private static func number<Number: FixedWidthInteger>(
        _ data: UnsafeRawBufferPointer, _ place: Int, _ type: Number.Type
      ) -> Number {
        Number(littleEndian: data.loadUnaligned(fromByteOffset: place, as: type))
      }

      private static func map(_ path: String) throws -> UnsafeRawBufferPointer {
        func failure(_ reason: String) -> LinkPolicyTableError {
          LinkPolicyTableError(description: "\(path): \(reason)")
        }
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure("cannot be opened") }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
          throw failure("is no file")
        }
        let size = Int(status.st_size)
        guard size > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED else {
          throw failure("cannot be mapped")
        }
        return UnsafeRawBufferPointer(start: start, count: size)
      }

      private static func unmap(_ data: UnsafeRawBufferPointer) {
        if let start = data.baseAddress {
          munmap(UnsafeMutableRawPointer(mutating: start), data.count)
        }
      }

      /// CRC-32 (ISO-HDLC, as zlib has it), eight bytes at a time.
      private static func crc32(_ data: UnsafeRawBufferPointer, _ range: Range<Int>) -> UInt32 {
        crcTables.withUnsafeBufferPointer { tables in
          var crc = UInt32.max
          var place = range.lowerBound
          while range.upperBound - place >= 8 {
            let word = number(data, place, UInt64.self) ^ UInt64(crc)
            crc = tables[1_792 + Int(word & 0xFF)] ^ tables[1_536 + Int(word >> 8 & 0xFF)]
            crc ^= tables[1_280 + Int(word >> 16 & 0xFF)] ^ tables[1_024 + Int(word >> 24 & 0xFF)]
            crc ^= tables[768 + Int(word >> 32 & 0xFF)] ^ tables[512 + Int(word >> 40 & 0xFF)]
            crc ^= tables[256 + Int(word >> 48 & 0xFF)] ^ tables[Int(word >> 56)]
            place += 8
          }
          while place < range.upperBound {
            crc = crc >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: crc) ^ data[place])]
            place += 1
          }
          return ~crc
        }
      }

      private static let crcTables: [UInt32] = {
        var tables = (0..<256).map { byte in
          (0..<8).reduce(UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        for index in 256..<2_048 {
          let value = tables[index - 256]
          tables.append(value >> 8 ^ tables[Int(value & 0xFF)])
        }
        return tables
      }()
    }

    /// A table that follows its file. Safe to use from many threads.
    public final class ReloadingTable: @unchecked Sendable {
      private let path: String
      private let environment: LinkPolicyTable.Environment
      private let lock = NSLock()
      private var current: LinkPolicyTable
      private var stamp: [Int]

      /// Opens a table as `LinkPolicyTable` does.
      public init(path: String, environment: LinkPolicyTable.Environment) throws {
        self.path = path
        self.environment = environment
        stamp = try Self.readStamp(path)
        current = try LinkPolicyTable(path: path, environment: environment)
      }

      /// The table as it is now.
      public var table: LinkPolicyTable { lock.withLock { current } }

      /// Opens the file anew; where that throws, the table that was there goes on.
      public func reload() throws {
        let stamp = try Self.readStamp(path)
        let table = try LinkPolicyTable(path: path, environment: environment)
        lock.withLock {
          current = table
          self.stamp = stamp
        }
      }

      /// Opens the file anew where it is another one; true where it was.
      @discardableResult
      public func reloadIfChanged() throws -> Bool {
        let stamp = try Self.readStamp(path)
        guard lock.withLock({ stamp != self.stamp }) else { return false }
        try reload()
        return true
      }

      /// As `LinkPolicyTable.isRedirectURIAllowed`.
      public func isRedirectURIAllowed(clientID: String, redirectURI: String) throws -> Bool {
        try table.isRedirectURIAllowed(clientID: clientID, redirectURI: redirectURI)
      }

      private static func readStamp(_ path: String) throws -> [Int] {
        var status = stat()
        guard stat(path, &status) == 0 else {
          throw LinkPolicyTableError(description: "\(path): cannot be opened")
        }
        #if canImport(Darwin)
          let modified = status.st_mtimespec
        #else
          let modified = status.st_mtim
        #endif
        return [
          Int(status.st_ino), Int(status.st_size), Int(modified.tv_sec), Int(modified.tv_nsec),
        ]
      }
    }
    """#
  }
}
