import Foundation

/// A name by which links and people find a note: a title, an alias, or either behind the end of the notebook's path, such as
/// `Bread/Sourdough`.
///
/// Names are compared without case, with spaces for line breaks and other control characters as in titles, and by canonical
/// equivalence: the file systems of Apple decompose accents in names of files, and keyboards compose them.
package struct NoteName: Sendable, Hashable {
  /// The name as stores keep it: in lower case, composed, without `.md` and the slash of the top level.
  package let key: String

  /// Creates a name; `nil` when the text is blank.
  package init?(_ text: some StringProtocol) {
    // Most names are ASCII, and an import makes several for each note.
    let lowercased =
      text.isPrintableASCII
      ? text.lowercased()
      : (NoteTitle.cleaned(String(text)) ?? "").precomposedStringWithCanonicalMapping.lowercased()
        .precomposedStringWithCanonicalMapping
    var key = lowercased.withoutMarkdownEnding
    if let rest = key.rest(after: "/") { key = String(rest) }
    guard !key.isEmpty else { return nil }
    self.key = key
  }

  /// The notebook's end and the name of the note in it, if the name can be a path.
  package var path: (notebook: String, name: String)? {
    guard let slash = key.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    let name = key[key.utf8.index(after: slash)...]
    return name.isEmpty || slash == key.startIndex ? nil : (String(key[..<slash]), String(name))
  }

  /// The path of the notebook, empty for the top level, and the name in it, if this is the path of a note's file.
  package var file: (notebook: String, name: NoteName) {
    guard let path, let name = NoteName(path.name) else { return ("", self) }
    return (path.notebook, name)
  }
}

extension [NoteSummary] {
  /// The notes outside of the trash by the paths of their notebooks, as names have them: the first one of each, and of the top
  /// level by an empty path.
  package var byNotebook: [String: NoteSummary] {
    let kept = filter { $0.trashed == nil }
    return Dictionary(kept.map { (NoteName($0.notebook.path)?.key ?? "", $0) }) { first, _ in first }
  }
}

extension Note {
  /// The note's names without paths: its title, as it is, in links and as the name of a file, the name of its file, and its
  /// aliases. Without duplicates.
  package var names: [NoteName] {
    ([title, NoteTitle.inLinks(title), MarkdownFileName.stem(for: title), fileName] + aliases)
      .compactMap { NoteName($0) }.withoutRepetition()
  }

  /// The aliases in the front matter, as written.
  package var aliases: [String] { FrontMatterAliases.find(in: foreignFrontMatter) }

  /// All names of the note: ``names``, and each of them behind the whole path of its notebook and ``Notebook/linkedEnds``.
  package var namesWithPaths: [NoteName] {
    let names = names
    return names + notebook.linkedEnds.flatMap { end in names.compactMap { NoteName(end + "/" + $0.key) } }
  }

  /// Returns the rank of a name among the notes that have it: a link leads to a file of that name first, then to a title, then to
  /// an alias.
  ///
  /// - Parameter key: A name without a path.
  package static func rank(ofKey key: String, title: String, fileName: String) -> Int {
    let file = fileName.isEmpty ? MarkdownFileName.stem(for: title) : fileName
    if NoteName(file)?.key == key { return 0 }
    return [title, NoteTitle.inLinks(title)].contains { NoteName($0)?.key == key } ? 1 : 2
  }
}

extension Notebook {
  /// Returns whether the path, or its end from a name on, is the notebook of a ``NoteName/path``.
  package func hasEnd(_ end: String) -> Bool {
    guard let key = NoteName(path)?.key else { return false }
    return key == end || key.ends(with: "/" + end)
  }
}

extension NoteTitle {
  /// Returns a title as the target of a link, with others for the characters that mean something there. It is one of the note's
  /// names.
  ///
  /// Characters are replaced, not left out: otherwise a note that begins with `[[Rye]]` would be named like that note. A title
  /// that ends like the name of an attachment is written with `.md`, as a link to `scan.pdf` leads to that file.
  package static func inLinks(_ title: String) -> String {
    let text = withoutLinkSigns(NoteTitle.cleaned(title) ?? "")
    guard NoteName(text) != nil else { return MarkdownFileName.stem(for: title) }
    return text[...].namesAttachment ? text + ".md" : text
  }

  private static func withoutLinkSigns(_ title: String) -> String {
    var text = title
    // Most titles have none, and every note that is saved comes here.
    if title.unicodeScalars.contains(where: { inLinks($0) != $0 }) {
      text = String(String.UnicodeScalarView(title.unicodeScalars.map(inLinks)))
    }
    return text.contains(byte: UInt8(ascii: "<")) ? text.replacingBytes(of: "<!--", with: "(!--") : text
  }

  private static func inLinks(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "[": "("
    case "]": ")"
    // A slash would lead into a folder; the name of the file has a dash, too.
    case "|", "#", "^", "\\", "/": "-"
    case "`": "'"
    default: scalar
    }
  }
}

extension StringProtocol {
  /// The text without any `.md` at its end, and without the spaces around it. A name that is nothing else has no ending, also
  /// behind folders.
  var withoutMarkdownEnding: String {
    var text = withoutSpaces
    while text.hasMarkdownEnding {
      let rest = Substring(text.utf8.dropLast(3)).withoutSpaces
      guard let last = rest.utf8.last, last != UInt8(ascii: "/") else { break }
      text = rest
    }
    return String(text)
  }

  /// Whether the text ends with `.md`, in any case.
  var hasMarkdownEnding: Bool {
    let end = utf8.suffix(3)
    return end.first == UInt8(ascii: ".") && end.dropFirst().elementsEqual("md".utf8) { $0 | 0x20 == $1 }
  }
}

extension Substring {
  /// Whether the text ends like the name of a file that is no note. These are the files that Obsidian shows.
  var namesAttachment: Bool {
    guard contains(byte: UInt8(ascii: ".")), let dot = utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return attachmentEndings.contains(self[utf8.index(after: dot)...].trimmingSpaces().lowercased())
  }
}

private let attachmentEndings: Set<String> = [
  "avif", "bmp", "gif", "jpeg", "jpg", "png", "svg", "webp", "flac", "m4a", "mp3", "ogg", "wav", "3gp", "mkv", "mov",
  "mp4", "ogv", "webm", "pdf", "canvas", "base", "excalidraw",
]
