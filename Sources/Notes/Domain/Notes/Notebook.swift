/// The notebook of a note: a path of names, for example `Kitchen/Bread`, or the root.
///
/// Names that read the same are one: they are compared by canonical equivalence.
package struct Notebook: Sendable, Hashable, Comparable {
  /// The default notebook.
  package static let root = Notebook(unchecked: "")

  /// The maximum number of folders of an end of a path that links can name, more than people write: all ends of a path together
  /// are as long as the square of its length, and one from a file or another device may have a hundred thousand names.
  private static let maximumLinkedDepth = 32

  /// The names from outer to inner, joined by slashes; empty for the root.
  package let path: String

  /// Parses a path, which is empty for the root, and trims slashes around it and spaces around names.
  ///
  /// - Returns: `nil` when a name is not a valid name of a visible folder: when it is empty, starts with a dot, is
  ///   longer than 255 bytes, or contains a control character.
  package init?(_ text: some StringProtocol) {
    let text = String(text)
    guard !text.isPlainPath || text.utf8.count > 255 else {
      path = text
      return
    }
    let slash = UInt8(ascii: "/")
    var trimmed = text.utf8[...]
    while trimmed.first == slash { trimmed.removeFirst() }
    while trimmed.last == slash { trimmed.removeLast() }
    guard !trimmed.isEmpty else {
      self = .root
      return
    }
    let names = Substring(trimmed).pathNames.map { $0.trimmingSpaces() }
    guard names.allSatisfy(Self.isName) else { return nil }
    path = names.joined(separator: "/")
  }

  private init(unchecked path: String) {
    self.path = path
  }

  /// The names from outer to inner; empty for the root.
  package var names: [String] {
    path.isEmpty ? [] : path.pathNames.map(String.init)
  }

  /// The whole path and its ends, behind which links name a note, the longest first; none for the root. O(length).
  package var linkedEnds: [String] { Self.linkedEnds(of: path) }

  /// Returns the ends of a path that are ``linkedEnds`` of its notebook. O(length).
  package static func linkedEnds(of path: String) -> [String] {
    guard !path.isEmpty else { return [] }
    let folders = path.pathNames
    let ends = folders.suffix(maximumLinkedDepth)
    return (folders.count > ends.count ? [path] : []) + ends.indices.map { ends[$0...].joined(separator: "/") }
  }

  /// Returns whether a notebook is this one or nested in it at any depth.
  package func contains(_ other: Notebook) -> Bool {
    path.isEmpty || path.encloses(other.path)
  }

  /// Returns whether a query for this notebook finds the notes of another: the same one or one inside it, ignoring case.
  package func covers(_ other: Notebook) -> Bool {
    let (own, theirs) = (path.lowercased(), other.path.lowercased())
    return own.isEmpty || own.encloses(theirs)
  }

  package static func < (left: Notebook, right: Notebook) -> Bool {
    left.path < right.path
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.begins(with: ".") && name.utf8.count <= 255
      && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}

extension String {
  /// Whether the text consists of names of ASCII letters, digits, `-` and `_`, joined by single slashes.
  ///
  /// Most tags and notebooks do, and then need none of the Unicode checks: a list reads several of them for each note.
  var isPlainPath: Bool {
    var previous = UInt8(ascii: "/")
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        break
      case UInt8(ascii: "/") where previous != UInt8(ascii: "/"): break
      default: return false
      }
      previous = byte
    }
    return previous != UInt8(ascii: "/")
  }
}

extension StringProtocol {
  /// Whether the text consists of visible characters of ASCII and spaces, so that it needs none of the Unicode rules.
  var isPrintableASCII: Bool {
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy { 0x20...0x7E ~= $0 } }
      ?? utf8.allSatisfy { 0x20...0x7E ~= $0 }
  }

  /// Returns the text without leading and trailing white space.
  package func trimmingSpaces() -> String { String(withoutSpaces) }

  /// The text without the white space around it.
  var withoutSpaces: Substring {
    // By scalars: a mark behind a space is text.
    var rest = Substring(self).unicodeScalars
    while rest.first?.isSpace == true { rest.removeFirst() }
    while rest.last?.isSpace == true { rest.removeLast() }
    return Substring(rest)
  }

  /// Returns the text before the first occurrence of an ASCII character, and the text after it; `nil` without one.
  func split(at sign: Unicode.Scalar) -> (before: SubSequence, after: SubSequence?) {
    let byte = UInt8(ascii: sign)
    // Most texts have none.
    guard contains(byte: byte), let index = utf8.firstIndex(of: byte) else { return (self[...], nil) }
    return (self[..<index], self[utf8.index(after: index)...])
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is white space. A visible character of ASCII needs none of the Unicode rules.
  fileprivate var isSpace: Bool { !(0x21...0x7E ~= value) && properties.isWhitespace }
}
