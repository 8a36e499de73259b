/// The duplicate keys of a YAML text.
///
/// Yams stops at the first duplicate key and reports one position. In order to report both positions and all other problems,
/// the first scalar of the key is replaced in the text, without moving any position, and the text is parsed again. The node
/// of the key then gets the original name.
struct YAMLDuplicateKeys {
  /// The maximum number of duplicate keys that are reported.
  private static let maximumCount = 20
  /// The maximum number of bytes that are parsed again: most files are small, and a large one must not take many times as long.
  private static let maximumBytes = 1 << 20
  /// The first replacement, in the private use area, which texts do not contain.
  private static let firstReplacement: UInt32 = 0xF700

  private(set) var text: String
  private var originals: [String: String] = [:]

  init(_ text: String) {
    self.text = text
  }

  /// Returns the name in the file of a key that may have been renamed.
  func originalName(of name: String) -> String {
    originals.isEmpty ? name : originals[name] ?? name
  }

  /// Renames the key at a position; returns whether that was possible.
  mutating func rename(_ name: String, at position: Position) -> Bool {
    guard originals.count < Self.maximumCount, (originals.count + 1) * text.utf8.count <= Self.maximumBytes,
      let replacement = Unicode.Scalar(Self.firstReplacement + UInt32(originals.count)),
      var index = index(of: position), let first = name.unicodeScalars.first
    else { return false }
    var scalars = text.unicodeScalars
    if scalars[index] == "\"" || scalars[index] == "'" { index = scalars.index(after: index) }
    guard index < scalars.endIndex, scalars[index] == first else { return false }
    scalars.replaceSubrange(index...index, with: CollectionOfOne(replacement))
    text = String(scalars)
    originals[String(Character(replacement)) + String(name.unicodeScalars.dropFirst())] = originalName(of: name)
    return true
  }

  private func index(of position: Position) -> String.Index? {
    let scalars = text.unicodeScalars
    var (line, column, index) = (Int32(1), Int32(1), scalars.startIndex)
    while index < scalars.endIndex, line < position.line || column < position.column {
      let scalar = scalars[index]
      index = scalars.index(after: index)
      // The line breaks of YAML 1.1, by which libyaml counts lines.
      let isReturn = scalar == "\r" && (index == scalars.endIndex || scalars[index] != "\n")
      let isBreak = isReturn || ["\n", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
      (line, column) = isBreak ? (line + 1, 1) : (line, column + 1)
      guard line <= position.line else { return nil }
    }
    return index < scalars.endIndex ? index : nil
  }
}
