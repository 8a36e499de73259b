/// The joining of notes into the first of them.
///
/// The texts follow each other, separated by blank lines. Fenced code and comments in which one of them ends are closed if the others
/// would be a part of them. A further note's title becomes a heading above its text, unless the
/// text begins with it. The joined note has all tags and attachments, and the earliest time of creation, unless it is the note of
/// a day; everything else is that of the first note.
package struct NoteJoin: Sendable {
  /// The first note, with the content of all.
  package private(set) var note: Note
  /// The text at the end, of which each is read once however many follow.
  private var lastText: String
  /// Whether a text that follows that one has the end of a comment.
  private var isBeforeCommentEnd = false
  /// The line ending of the first text.
  private var newline: String
  /// The keys of the joined note's tags, each made once.
  private var tagKeys: Set<String>
  /// The files of the joined note by the bytes of their names, which it gets in order at the end.
  private var files: [[UInt8]: Attachment]

  private init(_ first: Note) {
    (note, lastText, newline) = (first, first.body, first.body.lineEnding)
    tagKeys = Set(first.tags.map(\.key))
    files = first.attachments.byName
  }

  /// Joins notes, in their order. O(length of all texts, tags and files), except that each file of a name that others have looks for
  /// the next free number.
  ///
  /// - Parameter title: The title; `nil` for that of the first note.
  package init(_ first: Note, with others: [Note], title: String? = nil) {
    self.init(first)
    if let title { note.title = title }
    let lastCommentEnd = others.lastIndex { [$0.title, $0.body].contains(where: MarkdownEnd.endsComment) } ?? -1
    for (index, other) in others.enumerated() {
      isBeforeCommentEnd = index <= lastCommentEnd
      append(other)
    }
    note.attachments = Array(files.values)
    if title == nil, first.title == NoteTitle.untitled {
      note.title = NoteTitle.updated(for: first, newBody: note.body)
    }
  }

  /// Joins a note with one of the same title that continues it: lines with which both texts begin are there once, and nothing
  /// separates the others. O(length of both texts).
  package init(_ first: Note, continuedBy second: Note) {
    self.init(first)
    note.body = LineMerge.continued(note.body, by: uniteAttachments(of: second))
    note.attachments = Array(files.values)
    uniteProperties(of: second)
  }

  private mutating func append(_ other: Note) {
    let body = uniteAttachments(of: other)
    if !Self.beginsWithTitle(other) { appendBlock("# " + other.title) }
    appendBlock(body)
    uniteProperties(of: other)
  }

  private mutating func uniteProperties(of other: Note) {
    let added = other.tags.filter { tagKeys.insert($0.key).inserted }
    note.tags += added
    // The note of a day is found by its title, which stays only beside the time of that day.
    if !note.hasTitleOfItsDay { note.created = min(note.created, other.created) }
  }

  /// Appends a text behind a blank line, outside of code and comments. All of its bytes are kept.
  private mutating func appendBlock(_ text: String) {
    guard !text.isEmpty else { return }
    if note.body.isEmpty {
      newline = text.lineEnding
    } else {
      note.body += MarkdownEnd.closing(lastText, newline: newline, isBeforeCommentEnd: isBeforeCommentEnd)
      note.body += String(repeating: newline, count: 2 - Self.lineBreaks(atEndOf: note.body))
    }
    note.body += text
    lastText = text
  }

  /// Counts the line breaks at the end of a text, up to two. Not where the text grows: a view of it there would have it copied
  /// with each block.
  private static func lineBreaks(atEndOf text: String) -> Int {
    let end = text.utf8.reversed().lazy.filter { $0 != UInt8(ascii: "\r") }.prefix(2)
    return end.prefix { $0 == UInt8(ascii: "\n") }.count
  }

  /// Returns whether the first line of a note's text is its title, or the note has no title to keep.
  private static func beginsWithTitle(_ note: Note) -> Bool {
    if NoteTitle.cleaned(note.title) == nil { return true }
    let line = note.body.linesAtFeeds.first { !$0.isBlank }
    return note.title == NoteTitle.derived(from: line.map(String.init) ?? "")
  }

  /// Adds the attachments of a note, and returns its text with their new names.
  private mutating func uniteAttachments(of other: Note) -> String {
    var names: [PathKey: String] = [:]
    let siblings = other.attachments.byName
    for attachment in other.attachments {
      guard let own = files[attachment.nameBytes] else {
        files[attachment.nameBytes] = attachment
        continue
      }
      if own.hasContent(of: attachment) { continue }
      // Also beside the others of its note, so that each link leads to one file.
      let added = attachment.numbered { name in files[name] ?? siblings[name] }
      names[PathKey(attachment.name)] = added.name
      files[added.nameBytes] = added
    }
    guard !names.isEmpty else { return other.body }
    // The file of the same bytes, or else the only one that reads the same, as when a folder is imported.
    let attached = Set(other.attachments.map { PathKey($0.name) })
    let spellings = Dictionary(grouping: other.attachments, by: \.name)
    return FileLink.renaming(in: other.body) { link in
      if attached.contains(PathKey(link)) { return names[PathKey(link)] }
      guard let files = spellings[link], files.count == 1 else { return nil }
      return names[PathKey(files[0].name)]
    }
  }
}

extension Attachment {
  fileprivate func hasContent(of other: Attachment) -> Bool { digest == other.digest && size == other.size }
}
