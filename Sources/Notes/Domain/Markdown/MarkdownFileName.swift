/// The file names of notes in a folder of Markdown files.
package enum MarkdownFileName {
  /// The maximum length of a name without `.md`, in bytes, well below the limits of file systems.
  package static let maximumBytes = 180

  /// Returns a file name for a title that every common file system accepts: characters that some of them reject are
  /// replaced. Returns the name without `.md`, never empty.
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

/// The paths of attachments in a folder of Markdown files.
package enum AttachmentFolder {
  /// The folder of all notes' attachments.
  static let name = "attachments"
  /// The hidden folder of attachments that are Markdown files, so that an import does not take them for notes.
  static let markdown = ".markdown"

  /// Returns the path of an attachment: `attachments/Kitchen/Bread/photo.jpg` for a file of `Kitchen/Bread.md`.
  ///
  /// - Parameters:
  ///   - document: The path of the note's file.
  ///   - number: The number of the attachments folder: `attachments`, `attachments 2` and so on.
  package static func path(of attachment: String, in document: String, number: Int = 1) -> String {
    let note = document.hasSuffix(".md") ? String(document.dropLast(3)) : document
    let ending = attachment.lowercased()
    let isMarkdown = ending.hasSuffix(".md") || ending.hasSuffix(".markdown")
    let folder = number == 1 ? name : "\(name) \(number)"
    return "\(folder)/\(note)/\(isMarkdown ? markdown + "/" : "")\(attachment)"
  }

  /// Returns the name of an attachment from its path.
  package static func name(in path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }
}
