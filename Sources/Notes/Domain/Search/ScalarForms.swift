import Foundation

/// The part of a character in a word, and the bytes by which words are compared.
struct ScalarForm {
  enum Kind: UInt8 {
    /// A space, punctuation or a symbol.
    case separator
    case letter
    /// A word of its own.
    case character
    /// An accent or an invisible character, which belongs to a word and is not compared.
    case mark
    /// U+200C, which keeps two letters from being joined.
    case nonJoiner
    /// A mark that makes a kana another one, as `か` and U+3099 are `が`.
    case voicedMark
    /// A vowel or the last consonant of a Korean syllable that is written as several characters.
    case jamo
  }

  /// The scripts at whose borders words end.
  enum Script: UInt8 {
    /// Of digits and of letters that several scripts use.
    case common
    case latin
    case greek
    case cyrillic
    case armenian
    case hebrew
    case arabic
    case other
  }

  static let separator = ScalarForm(kind: .separator)

  let kind: Kind
  var script = Script.common
  /// The place of the bytes in ``ScalarForms``.
  fileprivate var start: UInt32 = 0
  fileprivate var count: UInt8 = 0
}

/// The forms of characters, found when they are first asked for.
///
/// Letters are the same without their case and their marks, and in all forms of compatibility: `É`, `é` and `e` followed by
/// U+0301, `ﬁ` and `fi`, `Ａ` and `a`, `²` and `2` (<https://www.unicode.org/reports/tr30/tr30-4.html>). So are letters that
/// have no decomposition and that people type without their mark, as `ł` and `l`; see ``ScalarForms/typedLetters``. The marks
/// of Indic scripts are vowels, and those of kana other sounds: they stay.
struct ScalarForms {
  /// The forms of 256 characters each; empty while none of them was asked for.
  private var pages: [[ScalarForm?]] = []
  /// The bytes of all forms.
  private var bytes: [UInt8] = []

  subscript(scalar: Unicode.Scalar) -> ScalarForm {
    mutating get {
      let (page, offset) = (Int(scalar.value >> 8), Int(scalar.value & 0xFF))
      if page < pages.count, !pages[page].isEmpty, let form = pages[page][offset] { return form }
      while pages.count <= page { pages.append([]) }
      if pages[page].isEmpty { pages[page] = Array(repeating: nil, count: 256) }
      let form = form(of: scalar)
      pages[page][offset] = form
      return form
    }
  }

  /// Appends the bytes of a form.
  func append(_ form: ScalarForm, to word: inout [UInt8]) {
    word.append(contentsOf: bytes[Int(form.start)..<Int(form.start) + Int(form.count)])
  }

  /// Composes a kana with a mark, or a part of a Korean syllable with the next one; `nil` if they are no single character.
  func composition(of character: [UInt8], _ form: ScalarForm) -> [UInt8]? {
    var text = character
    append(form, to: &text)
    let parts = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    guard parts.count == 2 else { return nil }
    if form.kind == .jamo { return Unicode.Scalar(syllable: parts[0], parts[1]).map { Array(String($0).utf8) } }
    let composed = String(decoding: text, as: UTF8.self).precomposedStringWithCanonicalMapping
    return composed.unicodeScalars.count == 1 ? Array(composed.utf8) : nil
  }

  private mutating func form(of scalar: Unicode.Scalar) -> ScalarForm {
    let kind = scalar.kindInWords
    switch kind {
    case .separator, .mark, .nonJoiner: return ScalarForm(kind: kind)
    case .character, .voicedMark, .jamo: return add(scalar.compatibilityForm, as: kind, of: .other)
    case .letter:
      let folded = scalar.foldedLetter
      return add(folded, as: kind, of: folded.unicodeScalars.first?.scriptOfWord ?? .common)
    }
  }

  private mutating func add(_ folded: String, as kind: ScalarForm.Kind, of script: ScalarForm.Script) -> ScalarForm {
    let form = ScalarForm(
      kind: kind, script: script, start: UInt32(bytes.count), count: UInt8(clamping: folded.utf8.count))
    bytes.append(contentsOf: folded.utf8.prefix(Int(form.count)))
    return form
  }

  /// The version of Unicode whose characters are known. Those of later ones separate words, also where the system knows them:
  /// to raise it is to migrate the index.
  static let unicodeVersion = (15, 0)

  /// The letters without a decomposition that a keyboard of another language replaces, after those of CLDR's transliteration
  /// from Latin to ASCII, and the letters that Arabic and Persian keyboards write differently.
  static let typedLetters: [Unicode.Scalar: String] = [
    "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t", "ŋ": "n", "ĸ": "q",
    "ı": "i", "ɨ": "i", "ʉ": "u", "ɵ": "o", "ƀ": "b", "ɓ": "b", "ɗ": "d", "ɖ": "d", "ƙ": "k", "ƴ": "y", "ɲ": "n",
    "ی": "ي", "ى": "ي", "ک": "ك", "ة": "ه",
  ]
}

extension Unicode.Scalar {
  /// Composes two parts of a Korean syllable, as in section 3.12 of the Unicode Standard. Foundation leaves a consonant at the
  /// end apart on some systems.
  fileprivate init?(syllable first: Unicode.Scalar, _ second: Unicode.Scalar) {
    switch (first.value, second.value) {
    case (0x1100...0x1112, 0x1161...0x1175):
      self.init(0xAC00 + ((first.value - 0x1100) * 21 + second.value - 0x1161) * 28)
    case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (first.value - 0xAC00) % 28 == 0:
      self.init(first.value + second.value - 0x11A7)
    default: return nil
    }
  }

  fileprivate var kindInWords: ScalarForm.Kind {
    switch value {
    case 0x200B: return .separator
    case 0x200C: return .nonJoiner
    case 0x0640: return .mark
    case 0x3099, 0x309A, 0xFF9E, 0xFF9F: return .voicedMark
    case 0x1161...0x11FF, 0xD7B0...0xD7FB: return .jamo
    default: break
    }
    // An index holds the words of the rules by which it was filled. A later version of Unicode has more letters.
    guard let age = properties.age, (age.major, age.minor) <= ScalarForms.unicodeVersion else { return .separator }
    if properties.isDefaultIgnorableCodePoint || isAccent { return .mark }
    switch properties.generalCategory {
    case .decimalNumber, .privateUse: return .letter
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber,
      .otherNumber, .nonspacingMark, .spacingMark:
      return isUnsegmented ? .character : .letter
    default: return .separator
    }
  }

  /// Whether the character is a mark that people leave out when they type, of a script whose letters are words without it.
  fileprivate var isAccent: Bool {
    switch properties.generalCategory {
    case .enclosingMark: true
    case .nonspacingMark, .spacingMark:
      switch value {
      case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
      case 0x0483...0x0489, 0x2DE0...0x2DFF, 0xA66F...0xA69F: true  // Cyrillic
      case 0x0591...0x05C7, 0xFB1E: true  // Hebrew
      case 0x0610...0x061A, 0x064B...0x065F, 0x0670, 0x06D6...0x06ED, 0x0898...0x08FF: true  // Arabic
      case 0x1CD0...0x1CFF, 0xA8E0...0xA8F1: true  // Vedic
      case 0x302A...0x302F: true  // Tones beside Han and Hangul
      default: false
      }
    default: false
    }
  }

  /// Whether the character belongs to a script without spaces between words, or to Korean.
  private var isUnsegmented: Bool {
    switch value {
    case 0x0E00...0x0EFF: true  // Thai, Lao
    case 0x1000...0x109F, 0xAA60...0xAA7F, 0xA9E0...0xA9FF: true  // Myanmar
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xFFA0...0xFFDC: true  // Hangul
    case 0x1780...0x17FF, 0x1950...0x19FF, 0x1A20...0x1AAF, 0xAA80...0xAADF: true  // Khmer, Tai
    case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029: true  // Han radicals, marks and numerals
    case 0x3040...0x312F, 0x31A0...0x31FF, 0xFF66...0xFF9D, 0x1AFF0...0x1B16F: true  // Kana, Bopomofo
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: true  // Han
    default: false
    }
  }

  /// The form of compatibility, if it is one character.
  fileprivate var compatibilityForm: String {
    guard !properties.isUnifiedIdeograph else { return String(self) }
    let form = String(self).precomposedStringWithCompatibilityMapping
    return form.unicodeScalars.count == 1 ? form : String(self)
  }

  /// The letter or digit in lower case, without marks and in the form of compatibility.
  fileprivate var foldedLetter: String {
    if properties.generalCategory == .decimalNumber, let number = properties.numericValue { return "\(Int(number))" }
    let decomposed = isASCII ? String(self) : String(self).decomposedStringWithCompatibilityMapping
    // `ﷺ` stands for several words with spaces between them.
    let isWord = decomposed.unicodeScalars.allSatisfy { $0.kindInWords == .letter || $0.kindInWords == .mark }
    var folded = ""
    // Not the marks, which have capital letters, too: that of U+0345 is an iota.
    for scalar in (isWord ? decomposed : String(self)).unicodeScalars where scalar.kindInWords != .mark {
      // By way of the capital letters, since `ß` and `SS`, or `ς` and `σ`, have the same ones.
      for letter in scalar.properties.lowercaseMapping.uppercased().lowercased().unicodeScalars where !letter.isAccent {
        folded += ScalarForms.typedLetters[letter] ?? String(letter)
      }
    }
    return folded
  }

  fileprivate var scriptOfWord: ScalarForm.Script {
    switch value {
    case 0x0041...0x007A, 0x00AA, 0x00BA, 0x00C0...0x02AF, 0x1D00...0x1DBF, 0x1E00...0x1EFF: .latin
    case 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xAB30...0xAB6F: .latin
    case 0x0370...0x03FF, 0x1F00...0x1FFF: .greek
    case 0x0400...0x052F, 0x1C80...0x1C8F, 0xA640...0xA69F: .cyrillic
    case 0x0530...0x058F: .armenian
    case 0x0590...0x05FF: .hebrew
    case 0x0600...0x06FF, 0x0750...0x077F, 0x0870...0x08FF, 0xFB50...0xFEFF: .arabic
    case 0x02B0...0x02FF: .common
    default:
      switch properties.generalCategory {
      case .decimalNumber, .letterNumber, .otherNumber: .common
      default: .other
      }
    }
  }
}
