import PolicyDecision

/// Answers of the decision core by all that decides: environment, texts, and the forms of what is not
/// compared as text.
///
/// Nothing is decided here. A line whose every byte that matters was answered before gets the same answer
/// again; every other line is asked of the core. The size is fixed: an old entry makes place for a new one.
@safe final class AnswerMemo {
  /// The key of an entry: texts in a line, and the rest in one number.
  struct Key {
    var clientID: LineText
    var redirectURI: LineText
    var responseType: LineText
    var scope: LineText
    var method: LineText
    /// Environment, and for each parameter whether it is recorded, missing or given.
    var forms: UInt32
    /// Hash of environment, client ID and redirect URI: the rank of the request among samples.
    var rank: UInt64
    /// Hash of everything.
    var hash: UInt64

    @inline(__always) var count: Int {
      clientID.count + redirectURI.count + responseType.count + scope.count + method.count
    }

    /// All lengths and forms; of no key that is kept is a text longer than a byte can say.
    @inline(__always) var shape: UInt64 {
      UInt64(clientID.count) | UInt64(redirectURI.count) << 8 | UInt64(responseType.count) << 16
        | UInt64(scope.count) << 24 | UInt64(method.count) << 32 | UInt64(forms) << 40
    }
  }

  /// The fixed part of an entry; the texts lie behind each other in their own area.
  private struct Slot {
    var hash: UInt64 = 0
    var shape: UInt64 = 0
    /// Lines with this key since it is here; 0 where the slot is empty.
    var count = 0
    var answer = LineAnswer(reason: 0, isAllowed: false, wasAllowed: false, client: -1)
  }

  /// Bytes of all texts of a key that is kept.
  private static let longest = 216
  private static let stride = 224
  /// Neighbours in which an entry may stand.
  private static let ways: UInt64 = 4
  private let slots: UnsafeMutablePointer<Slot>
  private let texts: UnsafeMutablePointer<UInt8>
  private let mask: UInt64

  /// A memo of at least so many entries, a power of two.
  init(entries: Int) {
    var capacity = 16
    while capacity < entries { capacity *= 2 }
    mask = UInt64(capacity - 1)
    unsafe slots = .allocate(capacity: capacity)
    unsafe slots.initialize(repeating: Slot(), count: capacity)
    // Left as it comes: only what is written counts as memory, and only that is read.
    unsafe texts = .allocate(capacity: capacity * Self.stride + LineCursor.slack)
  }

  deinit {
    unsafe slots.deallocate()
    unsafe texts.deallocate()
  }

  /// The answer to an equal key, counted; nil where there is none.
  @inline(__always) func take(_ key: Key) -> LineAnswer? {
    for way in 0..<Self.ways {
      let index = Int((key.hash &+ way) & mask)
      guard unsafe slots[index].hash == key.hash, unsafe slots[index].count > 0,
        unsafe slots[index].shape == key.shape, key.count <= Self.longest
      else { continue }
      var place = unsafe LineCursor(UnsafePointer(texts + index * Self.stride))
      guard key.clientID.isEqual(to: place) else { continue }
      place = place + key.clientID.count
      guard key.redirectURI.isEqual(to: place) else { continue }
      place = place + key.redirectURI.count
      guard key.responseType.isEqual(to: place) else { continue }
      place = place + key.responseType.count
      guard key.scope.isEqual(to: place) else { continue }
      place = place + key.scope.count
      guard key.method.isEqual(to: place) else { continue }
      unsafe slots[index].count += 1
      return unsafe slots[index].answer
    }
    return nil
  }

  /// Keeps an answer, with one line counted.
  ///
  /// - Returns: false where the key is too long to be kept.
  func keep(_ answer: LineAnswer, for key: Key, counting tally: inout ReplayTally) -> Bool {
    guard key.count <= Self.longest else { return false }
    var chosen = Int((key.hash &+ (key.hash >> 32) % Self.ways) & mask)
    for way in 0..<Self.ways {
      let index = Int((key.hash &+ way) & mask)
      if unsafe slots[index].count == 0 {
        chosen = index
        break
      }
    }
    unsafe tally.add(slots[chosen].answer, slots[chosen].count)
    unsafe slots[chosen] = Slot(hash: key.hash, shape: key.shape, count: 1, answer: answer)
    var offset = chosen * Self.stride
    for text in [key.clientID, key.redirectURI, key.responseType, key.scope, key.method] {
      unsafe text.copy(to: texts + offset)
      offset += text.count
    }
    return true
  }

  /// Counts what the entries hold, and forgets them.
  func empty(into tally: inout ReplayTally) {
    for index in 0...Int(mask) {
      unsafe tally.add(slots[index].answer, slots[index].count)
      unsafe slots[index].count = 0
    }
  }
}

extension LineText {
  /// What decides about it where it is a code challenge.
  @inline(never) var challengeShape: UInt8 { unsafe CodeChallengeShape(bytes).rawValue }
}
