import Yams

/// A key of front matter with its value, and where it stands.
struct FrontMatterEntry {
  /// What the key means to us, if anything.
  let key: FrontMatterKey?
  let value: Node
  /// The line of the front matter, from 1.
  let line: Int
  /// The character of the line, from 1.
  let column: Int
}
