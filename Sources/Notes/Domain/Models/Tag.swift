/// A label on a note, for example `recipe` or `garden/tomatoes`.
///
/// A slash nests: a query for `garden` finds `garden/tomatoes` too. Case is kept as written and ignored when tags are
/// compared by a query.
public struct Tag: Sendable, Hashable, Comparable {
  /// The tag without its `#`.
  public let name: String

  /// Reads a tag.
  ///
  /// - Parameter text: The tag, with or without a leading `#`.
  /// - Returns: `nil` when nothing is left, when it holds white space, a comma, a control character or a `#`, or when a
  ///   part between slashes is empty.
  public init?(_ text: some StringProtocol) {
    let name = text.utf8.first == UInt8(ascii: "#") ? String(text.dropFirst()) : String(text)
    guard !name.isPlainPath else {
      self.name = name
      return
    }
    let isClean = name.unicodeScalars.allSatisfy { scalar in
      !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control && scalar != "," && scalar != "#"
    }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard isClean, !parts.contains(where: \.isEmpty) else { return nil }
    self.name = name
  }

  /// Orders tags by name.
  public static func < (left: Tag, right: Tag) -> Bool {
    left.name < right.name
  }

  /// Whether two tags are the same but for their case.
  ///
  /// - Parameter other: The other tag.
  public func isSame(as other: Tag) -> Bool {
    name.lowercased() == other.name.lowercased()
  }

  /// Whether a query for this tag finds a note with `other`: the same tag, or one nested in it, whatever their case.
  ///
  /// - Parameter other: A note's tag.
  public func covers(_ other: Tag) -> Bool {
    let (own, theirs) = (name.lowercased(), other.name.lowercased())
    return theirs == own || theirs.hasPrefix(own + "/")
  }
}
