/// Keys that a map has more than once: Yams stops at the first of them, tells one of the places, and reads no further.
///
/// So that both places can be shown, and what else is wrong, the first of the two gets another letter in the text, as wide
/// as the one that it had; then the text is read again. In the tree the key gets its name back.
struct YAMLDuplicateKeys {
  /// A context with more repeated keys than this has another problem.
  private static let maximum = 20
  /// In the range for private use: nobody's text has them.
  private static let firstLetter: UInt32 = 0xF700

  private(set) var text: String
  private var originals: [String: String] = [:]

  init(_ text: String) {
    self.text = text
  }

  /// The name that stands in the file.
  func original(of name: String) -> String {
    originals.isEmpty ? name : originals[name] ?? name
  }

  /// Gives the key at a place another name; returns whether it could.
  mutating func rename(_ name: String, at position: Position) -> Bool {
    guard originals.count < Self.maximum, let letter = Unicode.Scalar(Self.firstLetter + UInt32(originals.count)),
      var index = index(of: position), let first = name.unicodeScalars.first
    else { return false }
    var scalars = text.unicodeScalars
    if scalars[index] == "\"" || scalars[index] == "'" { index = scalars.index(after: index) }
    guard index < scalars.endIndex, scalars[index] == first else { return false }
    scalars.replaceSubrange(index...index, with: CollectionOfOne(letter))
    text = String(scalars)
    originals[String(Character(letter)) + String(name.unicodeScalars.dropFirst())] = original(of: name)
    return true
  }

  private func index(of position: Position) -> String.Index? {
    let scalars = text.unicodeScalars
    var (line, column, index) = (Int32(1), Int32(1), scalars.startIndex)
    while index < scalars.endIndex, line < position.line || column < position.column {
      let scalar = scalars[index]
      index = scalars.index(after: index)
      // The line breaks of YAML 1.1, by which its places are counted.
      let isBreak: Bool =
        switch scalar {
        case "\n", "\u{85}", "\u{2028}", "\u{2029}": true
        case "\r": index == scalars.endIndex || scalars[index] != "\n"
        default: false
        }
      if isBreak {
        line += 1
        column = 1
      } else {
        column += 1
      }
      guard line <= position.line else { return nil }
    }
    return index < scalars.endIndex ? index : nil
  }
}
