/// Scripts with letters that look alike in host names (Unicode 16). Digits, hyphens and combining marks have no
/// script.
enum Script: String {
  case latin = "Latin"
  case greek = "Greek"
  case cyrillic = "Cyrillic"
  case armenian = "Armenian"
  case hebrew = "Hebrew"
  case arabic = "Arabic"
  case han = "Han"
  case kana = "Kana"
  case hangul = "Hangul"

  /// Returns nil for characters that are common to all scripts or not listed.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2AF,
      0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA722...0xA7FF, 0xAB30...0xAB6F, 0xFF21...0xFF3A,
      0xFF41...0xFF5A:
      self = .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: self = .cyrillic
    case 0x531...0x58F: self = .armenian
    case 0x591...0x5F4: self = .hebrew
    case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC:
      self = .arabic
    case 0x2E80...0x2FDF, 0x3005, 0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
      0x20000...0x3FFFD:
      self = .han
    case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: self = .kana
    case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97F, 0xAC00...0xD7FF: self = .hangul
    default: return nil
    }
  }

  /// The scripts of a label, if it mixes them suspiciously; East Asian names may mix Han, Kana, Hangul and Latin
  /// (UTS 39, "highly restrictive").
  static func mixed(in scalars: [Unicode.Scalar]) -> [Script] {
    var found: [Script] = []
    for scalar in scalars {
      if let script = Script(scalar), !found.contains(script) { found.append(script) }
    }
    let eastAsian: [Script] = [.latin, .han, .kana, .hangul]
    return found.count < 2 || found.allSatisfy(eastAsian.contains) ? [] : found
  }
}
