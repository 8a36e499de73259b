/// The name of a note's file in a folder of Markdown.
public enum VaultFileName {
  /// The most bytes of a name before `.md`, well below what file systems allow.
  public static let maximumBytes = 180

  /// A name that every common file system takes: the title without the signs that some of them refuse.
  ///
  /// - Parameter title: A note's title.
  /// - Returns: The name without `.md`, never empty.
  public static func stem(for title: String) -> String {
    var scalars = String.UnicodeScalarView()
    var bytes = 0
    for scalar in title.unicodeScalars {
      let isRefused = scalar.properties.generalCategory == .control || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
      let next: Unicode.Scalar = isRefused ? "-" : scalar
      bytes += UTF8.width(next)
      guard bytes <= maximumBytes else { break }
      scalars.append(next)
    }
    var name = String(scalars).trimmingSpaces()
    while name.hasPrefix(".") { name.removeFirst() }
    while name.hasSuffix(".") || name.hasSuffix(" ") { name.removeLast() }
    return name.isEmpty ? NoteTitle.untitled : name
  }
}
