import PolicyDecision

/// Three texts of a line and what goes with them: all that an answer of the core depends on.
struct LineKey {
  var first: LineText
  var second: LineText
  var third: LineText
  /// What is not compared as text.
  var forms: UInt64
  /// Hash of the texts and the forms.
  var hash: UInt64

  @inline(__always) var count: Int { first.count + second.count + third.count }
}

/// Answers of the decision core, by all that they depend on.
///
/// Nothing is decided here. A question whose every byte was answered before gets the same answer again;
/// every other is put to the core. The size is fixed: an old entry makes place for a new one.
@safe final class LineCache<Value: BitwiseCopyable> {
  /// The fixed part of an entry; the texts lie behind each other in their own area.
  private struct Slot {
    var forms: UInt64
    /// The lengths of the texts.
    var shape: UInt32
    /// The lines that there were when a new entry last looked for room here.
    var mark: UInt32
    /// Lines with this key since it is here.
    var count: Int
    var value: Value
  }

  /// Bytes of all texts of a key that is kept.
  private static var maximumKeyLength: Int { 216 }
  private static var stride: Int { 224 }
  /// Neighbours in which an entry may stand.
  private static var ways: UInt64 { 4 }
  /// A part of the hash of each entry, 0 where there is none. The table is larger than the caches of a processor are: a
  /// key that is not there touches these only, which stand together.
  private let tags: UnsafeMutablePointer<UInt32>
  private let slots: UnsafeMutablePointer<Slot>
  private let texts: UnsafeMutablePointer<UInt8>
  private let mask: UInt64

  /// A memo of at least so many entries.
  ///
  /// - Parameter none: what empty slots hold; it is never an answer.
  init(entries: Int, none: Value) {
    var capacity = 16
    while capacity < entries { capacity *= 2 }
    mask = UInt64(capacity - 1)
    unsafe tags = .allocate(capacity: capacity)
    unsafe tags.initialize(repeating: 0, count: capacity)
    unsafe slots = .allocate(capacity: capacity)
    unsafe slots.initialize(
      repeating: Slot(forms: 0, shape: 0, mark: 0, count: 0, value: none),
      count: capacity)
    // Left as it comes: only what is written counts as memory, and only that is read.
    unsafe texts = .allocate(capacity: capacity * Self.stride + LineCursor.slack)
  }

  deinit {
    unsafe tags.deallocate()
    unsafe slots.deallocate()
    unsafe texts.deallocate()
  }

  @inline(__always) private static func shape(_ key: LineKey) -> UInt32 {
    UInt32(key.first.count) | UInt32(key.second.count) << 8 | UInt32(key.third.count) << 16
  }

  /// The place is made of other bits.
  @inline(__always) private static func tag(_ key: LineKey) -> UInt32 {
    UInt32(truncatingIfNeeded: key.hash >> 32) | 1
  }

  /// The place of an equal key, or nil.
  @inline(__always) func place(of key: LineKey) -> Int? {
    guard key.count <= Self.maximumKeyLength else { return nil }
    let shape = Self.shape(key)
    let tag = Self.tag(key)
    for way in 0..<Self.ways {
      let index = Int((key.hash &+ way) & mask)
      guard unsafe tags[index] == tag, unsafe slots[index].shape == shape,
        unsafe slots[index].forms == key.forms
      else { continue }
      let start = unsafe LineCursor(UnsafePointer(texts + index * Self.stride))
      if key.first.isEqual(to: start), key.second.isEqual(to: start + key.first.count),
        key.third.isEqual(to: start + (key.first.count + key.second.count))
      {
        return index
      }
    }
    return nil
  }

  /// The answer at a place.
  @inline(__always) func value(at place: Int) -> Value { unsafe slots[place].value }

  /// Counts a line with the key at a place.
  @inline(__always) func count(at place: Int) { unsafe slots[place].count += 1 }

  /// Keeps an answer, in the place of another where there is no room. It is asked for once by the line that it is
  /// kept for.
  ///
  /// - Returns: its place, nil where the key is too long to be kept.
  func keep(
    _ value: Value, for key: LineKey, dropping: (_ value: Value, _ count: Int) -> Void
  ) -> Int? {
    guard key.count <= Self.maximumKeyLength else { return nil }
    let chosen = room(for: key)
    if unsafe slots[chosen].count > 0 {
      unsafe dropping(slots[chosen].value, slots[chosen].count)
    }
    unsafe tags[chosen] = Self.tag(key)
    unsafe slots[chosen] = Slot(
      forms: key.forms, shape: Self.shape(key), mark: 1, count: 0, value: value)
    let start = unsafe texts + chosen * Self.stride
    unsafe key.first.copy(to: start)
    unsafe key.second.copy(to: start + key.first.count)
    unsafe key.third.copy(to: start + (key.first.count + key.second.count))
    return chosen
  }

  /// Where a new entry goes: a free slot, else one that no line asked for since a new entry last looked at it.
  ///
  /// So what comes once, as the misspelt and made-up names of hostile logs do, does not drive out what comes
  /// again and again.
  private func room(for key: LineKey) -> Int {
    let first = key.hash >> 32
    var chosen: Int?
    for way in 0..<Self.ways {
      let index = Int((key.hash &+ (first &+ way) % Self.ways) & mask)
      if unsafe tags[index] == 0 { return index }
      let count = unsafe UInt32(truncatingIfNeeded: slots[index].count)
      if unsafe chosen == nil && slots[index].mark == count { chosen = index }
      unsafe slots[index].mark = count
    }
    return chosen ?? Int((key.hash &+ first % Self.ways) & mask)
  }

  /// Hands out what was counted, and starts again from nothing.
  func drain(_ body: (_ value: Value, _ count: Int) -> Void) {
    for index in 0...Int(mask) where unsafe slots[index].count > 0 {
      unsafe body(slots[index].value, slots[index].count)
      unsafe slots[index].count = 0
    }
  }
}

extension LineText {
  /// What decides about it where it is a code challenge.
  @inline(never) var challengeShape: UInt8 { unsafe CodeChallengeShape(bytes).rawValue }
}
