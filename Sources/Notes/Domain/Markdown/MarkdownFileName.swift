import Foundation

/// The names of notes' files in a folder of Markdown.
///
/// A note is in the file of its title. Other programs let the name of a file differ from the heading in it, and link to the
/// name: such a note has a ``Note/fileName``.
package enum MarkdownFileName {
  /// The maximum length of a name that follows from a title, in bytes, without `.md`.
  package static let maximumBytes = 180
  /// The maximum length of the name that a file has, in bytes, without `.md`: with that and a number, it stays within the 255 of
  /// file systems.
  package static let maximumKeptBytes = 240

  /// Returns a file name for a title that every common file system accepts: characters that some of them reject are
  /// replaced. Returns the name without `.md`, never empty.
  package static func stem(for title: String) -> String {
    // Most titles are names of files already, and every note that is saved comes here.
    let isName = title.isPrintableASCII && title.utf8.count <= maximumBytes && !title.utf8.contains(where: isRefused)
    let (dot, space) = (UInt8(ascii: "."), UInt8(ascii: " "))
    // By bytes: a dot before an accent hides the file, too.
    var name = (isName ? title : replacingRefused(in: title)).withoutSpaces.utf8.drop { $0 == dot }
    while let last = name.last, last == dot || last == space { name.removeLast() }
    return name.isEmpty ? NoteTitle.untitled : String(Substring(name))
  }

  /// Returns whether some file systems reject names with a character of ASCII.
  private static func isRefused(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": true
    default: false
    }
  }

  /// Returns the beginning of a title that is short enough for a name, with dashes in place of what is rejected in one.
  private static func replacingRefused(in title: String) -> String {
    var scalars = String.UnicodeScalarView()
    var bytes = 0
    for scalar in title.unicodeScalars {
      let isRefused =
        scalar.properties.generalCategory == .control || UInt8(exactly: scalar.value).map(isRefused) == true
      let next: Unicode.Scalar = isRefused ? "-" : scalar
      bytes += UTF8.width(next)
      guard bytes <= maximumBytes else { break }
      scalars.append(next)
    }
    return String(scalars)
  }
}

extension MarkdownFileName {
  /// Returns the name of a file without its folders and its ending.
  package static func stem(ofPath path: String) -> String {
    let name = AttachmentFolder.name(in: path)
    return String(name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...])
  }

  /// Returns whether a name is another one with a number, as in an export where several notes have the name.
  package static func isNumbered(_ stem: String, of name: String) -> Bool {
    guard let space = stem.utf8.lastIndex(of: UInt8(ascii: " ")) else { return false }
    // By canonical equivalence: some file systems decompose accents.
    return stem[..<space] == name && Int(stem[stem.utf8.index(after: space)...]) != nil
  }

  /// Returns whether a text is the name of a visible file on every common file system, without `.md`.
  package static func isStem(_ text: String) -> Bool {
    guard 1...maximumKeptBytes ~= text.utf8.count, !text.begins(with: ".") else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "/" && scalar != "\\"
    }
  }
}

extension Note {
  /// The name of the note's file without `.md`, before another note of the same name takes it.
  package var fileStem: String { fileName.isEmpty ? MarkdownFileName.stem(for: title) : fileName }

  /// The place of the note's file in a folder of Markdown, before another note of the same name takes its name.
  package var place: NotePlace { NotePlace(notebook: notebook, stem: fileStem) }

  /// Returns whether a path is where an export writes the note's file, with or without a number.
  package func hasPlace(at path: String) -> Bool {
    let stem = MarkdownFileName.stem(ofPath: path)
    return path.enclosingPath.hasSameBytes(as: notebook.path)
      && (stem == fileStem || MarkdownFileName.isNumbered(stem, of: fileStem))
  }
}

/// The place of a note's file in a folder of Markdown.
package struct NotePlace: Sendable, Hashable {
  /// The folder.
  package let notebook: Notebook
  /// The name of the file without `.md`.
  package let stem: String

  package init(notebook: Notebook, stem: String) {
    self.notebook = notebook
    self.stem = stem
  }

  /// Returns whether two places are equal: stores look up notebooks by their bytes, and names of files by canonical equivalence.
  package static func == (left: NotePlace, right: NotePlace) -> Bool {
    left.notebook.path.hasSameBytes(as: right.notebook.path) && left.stem == right.stem
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(PathKey(notebook.path))
    hasher.combine(stem)
  }

  /// The paths inside the folder that the file may have, the most likely first: with either ending, and in either Unicode form.
  package var paths: [String] {
    let path = notebook.path.isEmpty ? stem : notebook.path + "/" + stem
    var forms = [path]
    if !path.isPrintableASCII {
      forms += [path.precomposedStringWithCanonicalMapping, path.decomposedStringWithCanonicalMapping]
        .filter { !$0.hasSameBytes(as: path) }
    }
    return forms.flatMap { form in [".md", ".markdown", ".MD"].map { form + $0 } }
  }
}

/// The paths of attachments in a folder of Markdown files.
package enum AttachmentFolder {
  /// The folder of all notes' attachments.
  static let name = "attachments"
  /// The hidden folder of attachments that are Markdown files, so that an import does not take them for notes.
  static let markdown = ".markdown"

  /// The maximum length of a path, in bytes.
  package static let maximumPathBytes = 1000

  /// Returns whether a text is the path of a visible file inside the folder that is no Markdown file. Notes come from other
  /// devices, and an export must not write another program's settings or a note for them.
  package static func isPath(_ text: String) -> Bool {
    guard 1...maximumPathBytes ~= text.utf8.count, !isMarkdown(text) else { return false }
    return text.pathNames.allSatisfy { name in
      Attachment.isName(String(name)) && !name.begins(with: ".")
    }
  }

  /// Returns whether a name or path is that of a Markdown file.
  package static func isMarkdown(_ path: String) -> Bool {
    let path = path.lowercased()
    return path.ends(with: ".md") || path.ends(with: ".markdown")
  }

  /// Returns the path of an attachment: `attachments/Kitchen/Bread/photo.jpg` for a file of `Kitchen/Bread.md`.
  ///
  /// - Parameters:
  ///   - document: The path of the note's file.
  ///   - number: The number of the attachments folder: `attachments`, `attachments 2` and so on.
  package static func path(of attachment: String, in document: String, number: Int = 1) -> String {
    let note = document.beginning(before: ".md").map(String.init) ?? document
    let folder = number == 1 ? name : "\(name) \(number)"
    return "\(folder)/\(note)/\(isMarkdown(attachment) ? markdown + "/" : "")\(attachment)"
  }

  /// Returns the path to which the text of a note's file links for an attachment; `nil` if the text has no such link that
  /// names the folder. Such an attachment needs no ``Attachment/path``.
  package static func linkedPath(of attachment: String, in document: String, links: [FileLink]) -> String? {
    links.lazy.filter { $0.path.ends(with: attachment) && (!$0.isWiki || $0.path.contains(byte: UInt8(ascii: "/"))) }
      .compactMap { $0.path(beside: $0.isWiki ? "" : document) }
      .first { name(in: $0).hasSameBytes(as: attachment) && isPath($0) }
  }

  /// Returns whether an attachment's path follows from its name and the text of its note's file, also beside other files of
  /// that name.
  package static func isDefault(_ path: String, of attachment: String, in document: String, links: [FileLink]) -> Bool {
    linkedPath(of: attachment, in: document, links: links)?.hasSameBytes(as: path) ?? false
      || isOwn(path, of: attachment, in: document)
  }

  /// Returns whether a path is in the folder that an export makes for the attachments of a note's file.
  package static func isOwn(_ path: String, of attachment: String, in document: String) -> Bool {
    let top = path.pathNames.first ?? ""
    let number = top == name ? 1 : top.rest(after: name + " ").flatMap { Int($0) }
    return number.map { path.hasSameBytes(as: Self.path(of: attachment, in: document, number: $0)) } ?? false
  }

  /// Returns the name of an attachment from its path.
  package static func name(in path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }
}
