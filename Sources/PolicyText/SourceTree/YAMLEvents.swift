import CLibYAML

/// libyaml's event parser for bytes that stay in memory.
///
/// A class because `yaml_parser_t` contains a pointer to itself and must not move.
@safe final class YAMLEvents {
  /// An event without its strings, which are fetched when needed: few events have an anchor or a
  /// tag. Marks count scalars.
  struct Event {
    enum Kind {
      case streamStart, streamEnd
      case documentStart(hasDirectives: Bool)
      case documentEnd
      case alias
      case scalar(ScalarStyle)
      case sequenceStart(isFlow: Bool)
      case sequenceEnd
      case mappingStart(isFlow: Bool)
      case mappingEnd
    }
    var kind: Kind
    var start: Int
    var end: Int
    /// Whether the node has an anchor or a tag.
    var isDecorated = false
  }

  /// Why the parser stopped.
  struct Failure: Error {
    var problem: String
    /// The position in scalars; nil if only `byteOffset` is known.
    var mark: Int?
    var byteOffset: Int
    var context: String?
    var contextMark: Int?
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The last event.
  private let event: UnsafeMutablePointer<yaml_event_t>

  /// Creates a parser for bytes that must outlive this object.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    unsafe self.bytes = bytes
    unsafe parser = .allocate(capacity: 1)
    unsafe event = .allocate(capacity: 1)
    unsafe event.initialize(to: yaml_event_t())
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      unsafe parser.deallocate()
      unsafe event.deallocate()
      return nil
    }
    unsafe yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    unsafe yaml_event_delete(event)
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe event.deallocate()
  }

  /// The next event.
  func next() throws(Failure) -> Event {
    unsafe yaml_event_delete(event)
    guard unsafe yaml_parser_parse(parser, event) == 1 else { throw failure() }
    return read()
  }

  /// The length of the last scalar event.
  var scalarCount: Int { unsafe event.pointee.data.scalar.length }

  /// True if the value of the last scalar event equals the source at an offset.
  func isScalar(at offset: Int) -> Bool {
    let scalar = unsafe event.pointee.data.scalar
    guard offset >= 0, unsafe offset + scalar.length <= bytes.count,
      let base = unsafe bytes.baseAddress, let text = unsafe scalar.value
    else { return false }
    return unsafe memcmp(base + offset, text, scalar.length) == 0
  }

  /// The value of the last scalar event, valid until the next call of `next`.
  func withScalar<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let scalar = unsafe event.pointee.data.scalar
    return unsafe body(UnsafeBufferPointer(start: scalar.value, count: scalar.length))
  }

  private func read() -> Event {
    let start = unsafe Int(event.pointee.start_mark.index)
    let end = unsafe Int(event.pointee.end_mark.index)
    let kind: Event.Kind
    var isDecorated = false
    switch unsafe event.pointee.type {
    case YAML_DOCUMENT_START_EVENT:
      let document = unsafe event.pointee.data.document_start
      kind = .documentStart(
        hasDirectives: unsafe document.version_directive != nil
          || document.tag_directives.start != document.tag_directives.end)
    case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
    case YAML_ALIAS_EVENT: kind = .alias
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.pointee.data.scalar
      isDecorated = unsafe scalar.anchor != nil || scalar.tag != nil
      kind = .scalar(unsafe Self.style(scalar.style))
    case YAML_SEQUENCE_START_EVENT:
      let sequence = unsafe event.pointee.data.sequence_start
      isDecorated = unsafe sequence.anchor != nil || sequence.tag != nil
      kind = .sequenceStart(isFlow: unsafe sequence.style == YAML_FLOW_SEQUENCE_STYLE)
    case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      let mapping = unsafe event.pointee.data.mapping_start
      isDecorated = unsafe mapping.anchor != nil || mapping.tag != nil
      kind = .mappingStart(isFlow: unsafe mapping.style == YAML_FLOW_MAPPING_STYLE)
    case YAML_MAPPING_END_EVENT: kind = .mappingEnd
    case YAML_STREAM_START_EVENT: kind = .streamStart
    default: kind = .streamEnd
    }
    return Event(kind: kind, start: start, end: end, isDecorated: isDecorated)
  }

  /// The anchor of the last event, or the one that an alias refers to.
  var anchor: String? {
    switch unsafe event.pointee.type {
    case YAML_ALIAS_EVENT: unsafe Self.string(event.pointee.data.alias.anchor)
    case YAML_SCALAR_EVENT: unsafe Self.string(event.pointee.data.scalar.anchor)
    case YAML_SEQUENCE_START_EVENT: unsafe Self.string(event.pointee.data.sequence_start.anchor)
    case YAML_MAPPING_START_EVENT: unsafe Self.string(event.pointee.data.mapping_start.anchor)
    default: nil
    }
  }

  /// The tag of the last event.
  var tag: String? {
    switch unsafe event.pointee.type {
    case YAML_SCALAR_EVENT: unsafe Self.string(event.pointee.data.scalar.tag)
    case YAML_SEQUENCE_START_EVENT: unsafe Self.string(event.pointee.data.sequence_start.tag)
    case YAML_MAPPING_START_EVENT: unsafe Self.string(event.pointee.data.mapping_start.tag)
    default: nil
    }
  }

  private func failure() -> Failure {
    let isReader = unsafe parser.pointee.error == YAML_READER_ERROR
    return unsafe Failure(
      problem: parser.pointee.problem.map { unsafe String(cString: $0) } ?? "out of memory",
      mark: isReader ? nil : Int(parser.pointee.problem_mark.index),
      byteOffset: Int(parser.pointee.problem_offset),
      context: parser.pointee.context.map { unsafe String(cString: $0) },
      contextMark: parser.pointee.context == nil ? nil : Int(parser.pointee.context_mark.index))
  }

  private static func string(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    guard let pointer = unsafe pointer else { return nil }
    return unsafe String(decodingCString: pointer, as: UTF8.self)
  }

  private static func style(_ style: yaml_scalar_style_t) -> ScalarStyle {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }
}
