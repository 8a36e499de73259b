/// A note's place: a path of names, for example `Kitchen/Bread`, or the root.
package struct Notebook: Sendable, Hashable, Comparable {
  /// The place of notes that nobody has moved anywhere.
  package static let root = Notebook(unchecked: "")

  /// The names from outer to inner, joined by slashes; empty for the root.
  package let path: String

  /// Reads a path; surrounding slashes and spaces around names do not matter.
  ///
  /// - Parameter text: For example `Kitchen/Bread`, or nothing for the root.
  /// - Returns: `nil` when a name cannot be that of a visible folder: when it is empty, begins with a dot, is longer than
  ///   255 bytes or holds a control character.
  package init?(_ text: some StringProtocol) {
    let text = String(text)
    guard !text.isPlainPath || text.utf8.count > 255 else {
      path = text
      return
    }
    var trimmed = text[...]
    while trimmed.first == "/" { trimmed.removeFirst() }
    while trimmed.last == "/" { trimmed.removeLast() }
    guard !trimmed.isEmpty else {
      self = .root
      return
    }
    let names = trimmed.split(separator: "/", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
    guard names.allSatisfy(Self.isName) else { return nil }
    path = names.joined(separator: "/")
  }

  private init(unchecked path: String) {
    self.path = path
  }

  /// The names from outer to inner; none for the root.
  package var names: [String] {
    path.split(separator: "/").map(String.init)
  }

  /// Whether `other` is this notebook or lies in it at any depth.
  ///
  /// - Parameter other: The notebook in question.
  package func contains(_ other: Notebook) -> Bool {
    path.isEmpty || other.path == path || other.path.hasPrefix(path + "/")
  }

  /// Orders notebooks by path.
  package static func < (left: Notebook, right: Notebook) -> Bool {
    left.path < right.path
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 255
      && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}

extension String {
  /// Whether the text is names of ASCII letters, digits, `-` and `_`, joined by single slashes.
  ///
  /// Most tags and notebooks are, and none of the questions that Unicode makes one ask arises: a list of notes reads
  /// several for each row.
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
  /// The text without white space at either end.
  func trimmingSpaces() -> String {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}
