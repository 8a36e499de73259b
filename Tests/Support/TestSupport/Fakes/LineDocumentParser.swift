package import NotesDomain
package import NotesTransfer

/// A parser of documents whose front matter has a key and a value on each line, and no other YAML.
package struct LineDocumentParser: MarkdownDocumentParser {
  package init() {}

  package func document(_ text: String, modified time: Timestamp) -> MarkdownDocument {
    var document = MarkdownDocument(
      path: "document.md", fileModified: time, body: text, digest: ContentDigest(of: text.utf8))
    let parts = text.split(separator: "---\n", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isEmpty else { return document }
    document.body = String(parts[2])
    for (index, line) in parts[1].split(separator: "\n").enumerated() {
      switch read(line, number: index + 2, into: &document) {
      case .known: continue
      case .open(let key):
        document.foreignFrontMatter += "\(key):\n"
        continue
      case .foreign: break
      case .wrong(let reason): document.frontMatterProblem = document.frontMatterProblem ?? reason
      }
      document.foreignFrontMatter += line + "\n"
    }
    return document
  }

  private enum Line {
    case known
    /// A key that is kept without its value.
    case open(String)
    case foreign
    case wrong(MarkdownFileError.Reason)
  }

  private func read(_ line: Substring, number: Int, into document: inout MarkdownDocument) -> Line {
    let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return .wrong(.malformedFrontMatter(line: number, detail: "a key is missing")) }
    let value = parts[1]
    let wrong = Line.wrong(.wrongType(key: parts[0], line: number, expected: "something else"))
    switch parts[0] {
    case "title": document.title = value
    case "note-id": document.id = NoteID(value)
    case "pinned": document.isPinned = value == "true"
    case "archived": document.isArchived = value == "true"
    case "created":
      guard let time = Timestamp(iso8601: value) else { return wrong }
      document.created = time
    case "updated", "modified":
      guard let time = Timestamp(iso8601: value) else { return wrong }
      document.modified = time
      if parts[0] == "modified" { return .open(parts[0]) }
    case "tags":
      let names = value.filter { $0 != "[" && $0 != "]" }.split { $0 == "," || $0 == " " }
      let tags = names.compactMap { Tag(String($0)) }
      guard tags.count == names.count else { return wrong }
      document.tags = tags
    case "notebook":
      guard let notebook = Notebook(value) else { return wrong }
      document.path = notebook.path + "/document.md"
    default: return .foreign
    }
    return .known
  }
}
