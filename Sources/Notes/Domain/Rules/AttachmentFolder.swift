/// Where attachments lie in a folder of Markdown.
public enum AttachmentFolder {
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
  public static func path(of attachment: String, in document: String, number: Int = 1) -> String {
    let note = document.hasSuffix(".md") ? String(document.dropLast(3)) : document
    let ending = attachment.lowercased()
    let isMarkdown = ending.hasSuffix(".md") || ending.hasSuffix(".markdown")
    let folder = number == 1 ? name : "\(name) \(number)"
    return "\(folder)/\(note)/\(isMarkdown ? markdown + "/" : "")\(attachment)"
  }

  /// The attachment's name in a path.
  public static func name(in path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }
}
