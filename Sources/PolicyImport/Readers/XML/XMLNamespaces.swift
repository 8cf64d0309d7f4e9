import PolicyText

/// What the prefixes of names stand for, in the part of the file that is being read.
struct XMLNamespaces {
  /// Declarations in force at one place; real files have a handful.
  static let most = 64
  /// The address of the prefix `xml`, which needs no declaration.
  static let xml: ExactString = "http://www.w3.org/XML/1998/namespace"
  static let xmlns: ExactString = "http://www.w3.org/2000/xmlns/"

  private struct Declaration {
    var prefix: ArraySlice<UInt8>
    /// -1 for `xmlns=""`.
    var address: Int32
  }

  /// All addresses of the file, each once.
  private(set) var addresses: [ExactString] = []
  private var indices: [ExactString: Int32] = [:]
  private var scope: [Declaration] = []

  /// How many declarations are in force.
  var count: Int { scope.count }

  /// Puts a declaration in force.
  mutating func declare(_ prefix: ArraySlice<UInt8>, _ address: ExactString) {
    scope.append(Declaration(prefix: prefix, address: address.isEmpty ? -1 : index(of: address)))
  }

  /// True when a prefix was declared by the element that is being read.
  func isDeclared(_ prefix: ArraySlice<UInt8>, since first: Int) -> Bool {
    scope[first...].contains { $0.prefix.elementsEqual(prefix) }
  }

  /// The namespace of names whose prefix nothing declares: one that nobody asks for.
  mutating func unknown() -> Int32 { index(of: "\0") }

  /// Leaves an element.
  mutating func leave(_ count: Int) { scope.removeSubrange(count...) }

  /// What a prefix stands for: nil where nothing declares it, -1 for no namespace.
  mutating func address(of prefix: ArraySlice<UInt8>) -> Int32? {
    if let found = scope.last(where: { $0.prefix.elementsEqual(prefix) }) { return found.address }
    if prefix.isEmpty { return -1 }
    return prefix.elementsEqual("xml".utf8) ? index(of: Self.xml) : nil
  }

  private mutating func index(of address: ExactString) -> Int32 {
    if let index = indices[address] { return index }
    let index = Int32(addresses.count)
    addresses.append(address)
    indices[address] = index
    return index
  }

  /// XML 1.0 (fifth edition), production 4, the colon aside.
  static func startsName(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D,
      0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF,
      0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
      true
    default: false
    }
  }

  /// Production 4a.
  static func continuesName(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
    default: startsName(scalar)
    }
  }
}
