/// The name of a note's file in a folder of Markdown.
package enum MarkdownFileName {
  /// The most bytes of a name before `.md`, well below what file systems allow.
  package static let maximumBytes = 180

  /// A name that every common file system takes: the title without the signs that some of them refuse.
  ///
  /// - Parameter title: A note's title.
  /// - Returns: The name without `.md`, never empty.
  package static func stem(for title: String) -> String {
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

/// Where attachments lie in a folder of Markdown.
package enum AttachmentFolder {
  /// The folder that holds those of all notes.
  static let name = "attachments"
  /// The folder for files that would be taken for notes; hidden, so that nobody does.
  static let markdown = ".markdown"

  /// The path of an attachment inside the folder: `attachments/Kitchen/Bread/photo.jpg` for a file of `Kitchen/Bread.md`.
  ///
  /// - Parameters:
  ///   - attachment: The attachment's name.
  ///   - document: The path of the note's file.
  ///   - number: Which of the folders for attachments: `attachments`, `attachments 2` and so on.
  package static func path(of attachment: String, in document: String, number: Int = 1) -> String {
    let note = document.hasSuffix(".md") ? String(document.dropLast(3)) : document
    let ending = attachment.lowercased()
    let isMarkdown = ending.hasSuffix(".md") || ending.hasSuffix(".markdown")
    let folder = number == 1 ? name : "\(name) \(number)"
    return "\(folder)/\(note)/\(isMarkdown ? markdown + "/" : "")\(attachment)"
  }

  /// The attachment's name in a path.
  package static func name(in path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }
}
