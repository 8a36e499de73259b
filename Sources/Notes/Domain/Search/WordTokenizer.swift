/// Splits texts into words, in the form in which a search compares them.
///
/// A text and a query are split by the same rules, so that a query finds its words where they are adjacent:
///
/// - A word is letters and digits up to the next character that is neither. It also ends where the script changes, since
///   some languages write names and particles without a space between them, as in `GitHub에서` and `在Windows上`.
/// - In scripts without spaces between words, such as Chinese, Japanese and Thai, each character is a word, and in Korean,
///   whose particles are attached to nouns. A query for several of them finds them wherever they are adjacent. Rejected: a
///   dictionary, which finds other words on each device.
///
/// ``ScalarForms`` says which characters are the same.
package struct WordTokenizer {
  /// The word that the characters so far have begun.
  private struct OpenWord {
    var range: Range<Int>
    /// The script of its letters; `.common` while it has digits only.
    var script: ScalarForm.Script
    /// Whether it is a character of a script without spaces.
    let isCharacter: Bool
  }

  private var forms = ScalarForms()
  private var open: OpenWord?
  /// The bytes of the open word, in the form to compare.
  private var folded: [UInt8] = []

  /// Creates a tokenizer, which remembers the characters that it meets.
  package init() {}

  /// Calls a function with each word of a text, until it returns false.
  ///
  /// - Parameters:
  ///   - text: The text in UTF-8. Other bytes separate words.
  ///   - body: Receives the word in the form to compare, and the range of its bytes in the text. Returns whether to go on.
  /// - Complexity: O(n) for a text of n bytes.
  package mutating func forEachWord(
    in text: Span<UInt8>, _ body: (_ word: Span<UInt8>, _ range: Range<Int>) -> Bool
  ) {
    open = nil
    var position = 0
    while position < text.count {
      if open == nil, let word = text.asciiWord(at: position) {
        // Most words are of ASCII, and in the form to compare, so that they are not copied.
        guard !word.range.isEmpty else {
          position += 1
          continue
        }
        position = word.range.upperBound
        guard word.isFolded else {
          folded.removeAll(keepingCapacity: true)
          for index in word.range { folded.append(text[index].foldedASCII) }
          guard body(folded.span, word.range) else { return }
          continue
        }
        guard body(text.extracting(word.range), word.range) else { return }
        continue
      }
      let (scalar, end) = text.scalar(at: position)
      let form = scalar.map { forms[$0] } ?? .separator
      if let word = open, ends(word, before: form) {
        guard body(folded.span, word.range) else { return }
        open = nil
      }
      add(form, at: position..<end)
      position = end
    }
    if let word = open { _ = body(folded.span, word.range) }
  }

  private mutating func ends(_ word: OpenWord, before form: ScalarForm) -> Bool {
    switch form.kind {
    case .separator, .character: return true
    case .mark, .voicedMark: return false
    // Persian separates the parts of a word with it. Other scripts only choose the shapes of letters.
    case .nonJoiner: return word.script == .arabic
    case .letter:
      return word.isCharacter || (form.script != .common && word.script != .common && form.script != word.script)
    case .jamo: return !word.isCharacter || forms.composition(of: folded, form) == nil
    }
  }

  /// Adds a character to the open word, or opens one with it.
  private mutating func add(_ form: ScalarForm, at range: Range<Int>) {
    switch form.kind {
    case .separator: return
    case .mark, .nonJoiner: break
    case .voicedMark, .jamo:
      if let word = open, word.isCharacter, let composed = forms.composition(of: folded, form) {
        folded = composed
      } else if form.kind == .jamo {
        begin(form, at: range)
      }
    case .character: begin(form, at: range)
    case .letter:
      guard let word = open else { return begin(form, at: range) }
      forms.append(form, to: &folded)
      if word.script == .common { open?.script = form.script }
    }
    // A mark is part of the word in its text, so that a snippet shows it with its letter.
    if let word = open { open?.range = word.range.lowerBound..<range.upperBound }
  }

  private mutating func begin(_ form: ScalarForm, at range: Range<Int>) {
    open = OpenWord(range: range, script: form.script, isCharacter: form.kind != .letter)
    folded.removeAll(keepingCapacity: true)
    forms.append(form, to: &folded)
  }
}

extension UInt8 {
  /// Whether the byte is a lower-case letter or a digit of ASCII.
  @inline(__always)
  fileprivate var isFolded: Bool { self &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10 }

  /// Whether the byte is a capital letter of ASCII.
  @inline(__always)
  fileprivate var isCapital: Bool { self &- UInt8(ascii: "A") < 26 }

  /// The byte, in lower case if it is a capital letter of ASCII.
  @inline(__always)
  fileprivate var foldedASCII: UInt8 { isCapital ? self | 0x20 : self }
}

extension Span<UInt8> {
  /// Returns the word of ASCII letters and digits at a position, an empty one at another character of ASCII; `nil` if the word
  /// has other characters, or may have.
  @inline(__always)
  fileprivate func asciiWord(at start: Int) -> (range: Range<Int>, isFolded: Bool)? {
    var (end, isFolded) = (start, true)
    while end < count {
      let byte = self[end]
      if byte.isCapital { isFolded = false } else if !byte.isFolded { break }
      end += 1
    }
    guard end == count || self[end] < 0x80 else { return nil }
    return (start..<end, isFolded)
  }

  /// Decodes the character at a position; `nil` for a byte that is not UTF-8. Returns the position after it.
  fileprivate func scalar(at position: Int) -> (scalar: Unicode.Scalar?, end: Int) {
    let first = self[position]
    guard first >= 0x80 else { return (Unicode.Scalar(first), position + 1) }
    let count = (~first).leadingZeroBitCount
    guard 2...4 ~= count, position + count <= self.count else { return (nil, position + 1) }
    var value = UInt32(first) & (0x7F >> UInt32(count))
    for index in position + 1..<position + count {
      guard self[index] & 0xC0 == 0x80 else { return (nil, position + 1) }
      value = value << 6 | UInt32(self[index] & 0x3F)
    }
    return (Unicode.Scalar(value), position + count)
  }
}
