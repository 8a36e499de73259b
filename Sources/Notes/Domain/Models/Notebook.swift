/// A note's place: a path of names, for example `Kitchen/Bread`, or the root.
public struct Notebook: Sendable, Hashable, Comparable {
  /// The place of notes that nobody has moved anywhere.
  public static let root = Notebook(unchecked: "")

  /// The names from outer to inner, joined by slashes; empty for the root.
  public let path: String

  /// Reads a path; surrounding slashes and spaces around names do not matter.
  ///
  /// - Parameter text: For example `Kitchen/Bread`, or nothing for the root.
  /// - Returns: `nil` when a name cannot be that of a visible folder: when it is empty, begins with a dot, is longer than
  ///   255 bytes or holds a control character.
  public init?(_ text: some StringProtocol) {
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
  public var names: [String] {
    path.split(separator: "/").map(String.init)
  }

  /// Whether `other` is this notebook or lies in it at any depth.
  ///
  /// - Parameter other: The notebook in question.
  public func contains(_ other: Notebook) -> Bool {
    path.isEmpty || other.path == path || other.path.hasPrefix(path + "/")
  }

  /// Orders notebooks by path.
  public static func < (left: Notebook, right: Notebook) -> Bool {
    left.path < right.path
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 255
      && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
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
