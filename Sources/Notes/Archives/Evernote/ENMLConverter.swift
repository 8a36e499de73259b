import NotesDomain

/// Converts the content of an Evernote note into Markdown.
///
/// Lines of the note stay lines, and empty lines stay empty. Headings, lists, tables, quotes and code are set off by empty
/// lines. Colours, fonts and underlines are left out.
struct ENMLConverter {
  /// The maximum size of a link's text, with its white space, that is compared with the titles of notes.
  private static let maximumTitleBytes = 4096
  /// The maximum number of cells that rows of different lengths may have when they are filled up, for each cell that there is.
  private static let maximumFilling = 30

  private let media: EvernoteMedia
  private let noteTitles: [String: String]
  private var tasks: [EvernoteNote.Task]
  /// The references to attachments that the note does not have.
  private(set) var missingMedia: [EvernoteMediaReference] = []
  /// The number of bytes of all texts that are not parts of others yet.
  private var bytes = 0
  /// The size at which the conversion ended, since it was larger than a note may be; `nil` when it is not.
  private(set) var oversize: Int?

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - media: The attachments of the note.
  ///   - tasks: The tasks of the note.
  ///   - noteTitles: The targets of wiki links, by the titles of notes.
  init(media: EvernoteMedia, tasks: [EvernoteNote.Task], noteTitles: [String: String]) {
    (self.media, self.noteTitles) = (media, noteTitles)
    self.tasks = tasks.enumerated().sorted { ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset) }
      .map(\.element)
  }

  /// Returns the text of a document, which ends with a newline unless it is empty. It is not complete if it has an
  /// ``oversize``: marks of nested lists and quotes, which are repeated on each line, can be much larger than the source.
  mutating func markdown(of document: ENMLDocument) -> String {
    var blocks = self.blocks(of: document.root.children)
    // Tasks whose place the content does not have.
    blocks.append(taskList { _ in true })
    let text = blocks.text
    hold(text.utf8.count)
    return text.isEmpty ? "" : text + "\n"
  }

  // MARK: Blocks

  private mutating func blocks(of nodes: [ENMLElement.Node], style: MarkdownRun.Style = .init()) -> MarkdownBlocks {
    var blocks = MarkdownBlocks()
    var runs: [MarkdownRun] = []
    let others = bytes
    defer { bytes = others }
    for node in nodes {
      // The elements around this one need not repeat the text.
      guard oversize == nil else { return MarkdownBlocks() }
      defer { hold(others + blocks.bytes) }
      switch node {
      case .text(let text): runs.append(MarkdownRun(content: .text(text), style: style))
      case .element(let element) where !element.isBlock: appendRuns(of: element, style: style, to: &runs)
      case .element(let element):
        blocks.appendLines(&runs)
        append(element, style: style, to: &blocks)
      }
    }
    blocks.appendLines(&runs)
    return oversize == nil ? blocks : MarkdownBlocks()
  }

  /// Records the size of the texts so far. Ends the conversion when it is too large.
  private mutating func hold(_ size: Int) {
    bytes = size
    if oversize == nil, size > NoteLimit.text.maximum { oversize = size }
  }

  /// Appends an element that begins a line.
  private mutating func append(_ element: ENMLElement, style: MarkdownRun.Style, to blocks: inout MarkdownBlocks) {
    guard !element.style.isHidden else { return }
    if element.style.isCodeBlock {
      return blocks.append(.block(MarkdownText.fenced(element.codeLines, language: element.style.language)))
    }
    if let group = element.style.taskGroup { return blocks.append(taskList { $0.group == group }) }
    switch element.name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      let title = self.title(element)
      let level = element.name.dropFirst().compactMap(\.wholeNumberValue).first ?? 1
      if !title.isEmpty { blocks.append(.block(String(repeating: "#", count: level) + " " + title)) }
    case "ul", "ol": blocks.append(.block(list(element, style: style)))
    case "table" where element.isProperTable: append(table: element, style: style, to: &blocks)
    case "blockquote":
      let text = self.blocks(of: element.children, style: style).text
      blocks.append(.block(text.isEmpty ? "" : text.indented(first: "> ", others: "> ", empty: ">")))
    case "pre": blocks.append(.block(MarkdownText.fenced(element.code.trimmingNewlines)))
    case "hr": blocks.append(.block("---"))
    case "en-crypt": blocks.append(.block(MarkdownText.fenced(element.source, language: "en-crypt")))
    case "p", "figure", "dt", "dd":
      let text = self.blocks(of: element.children, style: style.adding(element))
      blocks.append(text.isEmpty ? .empty : .block(text.text))
    default:
      let inner = self.blocks(of: element.children, style: style.adding(element))
      // An empty line is a div with nothing but a break.
      if inner.isEmpty, !element.children.isEmpty { blocks.append(.empty) } else { blocks.append(inner) }
    }
  }

  private mutating func list(_ element: ENMLElement, style: MarkdownRun.Style) -> String {
    var items: [String] = []
    let others = bytes
    defer { bytes = others }
    // Markdown has numbers of at most nine digits.
    var number = min(max(0, Int(element.attributes["start"] ?? "") ?? 1), 900_000_000)
    // Text directly in a list is an item, too.
    for child in element.listItems where !child.style.isHidden {
      let isList = child.name == "ul" || child.name == "ol"
      // A list directly in a list, and an item with nothing but a list, belong to the item before.
      let isNested = isList || child.name == "li" && child.isOnlyList
      let marker = element.name == "ol" ? "\(number). " : "- "
      let indentation = String(repeating: " ", count: marker.utf8.count)
      if isNested, !items.isEmpty {
        let inner = self.blocks(of: child.itemNodes, style: style).text
          .indented(first: indentation, others: indentation)
        items[items.count - 1] += "\n" + inner
        hold(bytes + inner.utf8.count + 1)
        continue
      }
      var inner = self.blocks(of: child.itemNodes, style: style)
      let box = inner.removeBox() ?? (child.style.isChecked ?? (element.style.isChecklist ? false : nil))
      let text = (box.map { $0 ? "[x] " : "[ ] " } ?? "") + inner.itemText
      items.append(text.indented(first: marker, others: indentation))
      hold(bytes + (items.last ?? "").utf8.count + 1)
      number += 1
    }
    return oversize == nil ? items.joined(separator: "\n") : ""
  }

  private mutating func append(table: ENMLElement, style: MarkdownRun.Style, to blocks: inout MarkdownBlocks) {
    for caption in table.elements where caption.name == "caption" {
      blocks.append(.block(self.blocks(of: caption.children, style: style).text))
    }
    let rows = table.rows.map { row in row.elements.filter { $0.name == "td" || $0.name == "th" } }
    let span = { (cell: ENMLElement) in min(max(1, Int(cell.attributes["colspan"] ?? "") ?? 1), 100) }
    let width = rows.map { $0.reduce(0) { $0 + span($1) } }.max() ?? 0
    let cells = rows.reduce(0) { $0 + $1.count }
    // A table with one column is a frame, and one of few cells and many columns would be nearly empty and very large.
    guard rows.contains(where: { $0.count > 1 }), width * rows.count <= Self.maximumFilling * cells else {
      for cell in rows.joined() { blocks.append(self.blocks(of: cell.children, style: style)) }
      return
    }
    let others = bytes
    defer { bytes = others }
    let texts = rows.map { row in
      row.flatMap { cell -> [String] in
        let text = self.blocks(of: cell.children, style: style).text.inTableCell
        hold(bytes + text.utf8.count)
        return [text] + Array(repeating: "", count: span(cell) - 1)
      }
    }
    let lines = texts.map { row in
      "| " + (row + Array(repeating: "", count: width - row.count)).joined(separator: " | ") + " |"
    }
    let rule = "|" + String(repeating: " --- |", count: width)
    blocks.append(.block(([lines[0], rule] + lines.dropFirst()).joined(separator: "\n")))
  }

  /// Takes the tasks that satisfy a condition, as a list.
  private mutating func taskList(where condition: (EvernoteNote.Task) -> Bool) -> MarkdownBlocks.Block {
    let lines = tasks.filter(condition).map { task in
      let title = MarkdownText.line([MarkdownRun(content: .text(task.title), style: .init())], isStart: false)
      return "- [\(task.isDone ? "x" : " ")] \(title)"
    }
    tasks.removeAll(where: condition)
    return .block(lines.joined(separator: "\n"))
  }

  // MARK: Text in lines

  /// Returns the text of a heading in one line.
  private mutating func title(_ element: ENMLElement) -> String {
    var runs: [MarkdownRun] = []
    appendChildren(of: element, style: .init(), to: &runs)
    return MarkdownText.line(runs, isStart: false)
  }

  private mutating func appendRuns(of element: ENMLElement, style: MarkdownRun.Style, to runs: inout [MarkdownRun]) {
    guard !element.style.isHidden else { return }
    var style = style.adding(element)
    switch element.name {
    case "br": runs.append(MarkdownRun(content: .lineBreak, style: style))
    case "en-todo":
      runs.append(MarkdownRun(content: .box(isChecked: element.attributes["checked"] == "true"), style: .init()))
    case "en-media": runs.append(MarkdownRun(content: .markdown(link(to: element)), style: style))
    case "img":
      guard let source = element.attributes["src"] else { return }
      let name = MarkdownText.escapedLabel(element.attributes["alt"] ?? "")
      runs.append(MarkdownRun(content: .markdown("![\(name)](\(LinkDestination.address(source)))"), style: style))
    case "code", "tt", "kbd", "samp":
      style.isCode = true
      runs.append(MarkdownRun(content: .text(element.code), style: style))
    case "sub", "sup":
      runs.append(MarkdownRun(content: .markdown("<\(element.name)>"), style: style))
      appendChildren(of: element, style: style, to: &runs)
      runs.append(MarkdownRun(content: .markdown("</\(element.name)>"), style: style))
    case "a":
      if let link = wholeLink(element) {
        style.link = nil
        runs.append(MarkdownRun(content: .markdown(link), style: style))
      } else {
        appendChildren(of: element, style: style, to: &runs)
      }
    default: appendChildren(of: element, style: style, to: &runs)
    }
  }

  private mutating func appendChildren(of element: ENMLElement, style: MarkdownRun.Style, to runs: inout [MarkdownRun])
  {
    for child in element.children {
      switch child {
      case .text(let text): runs.append(MarkdownRun(content: .text(text), style: style))
      case .element(let element): appendRuns(of: element, style: style, to: &runs)
      }
    }
  }

  /// Returns a link that is not written with brackets and parentheses: a plain address, or a link to another note.
  private func wholeLink(_ element: ENMLElement) -> String? {
    let address = (element.attributes["href"] ?? "").trimmingWhitespace
    // Links may be nested: the whole text of each would be too much.
    let text = element.code(limit: Self.maximumTitleBytes + address.utf8.count).trimmingWhitespace
    // Evernote's links have identifiers that an export does not have; by default their text is the title.
    if address.begins(with: "evernote://"), let target = noteTitles[text] { return "[[\(target)]]" }
    guard text == address, address.begins(with: "http"),
      !address.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0 == "<" || $0 == ">" })
    else { return nil }
    return "<\(address)>"
  }

  private mutating func link(to element: ENMLElement) -> String {
    let hash = element.attributes["hash"] ?? ""
    if let link = media.link(hash) { return link }
    let type = element.attributes["type"] ?? "attachment"
    missingMedia.append(EvernoteMediaReference(type: type, hash: hash))
    return "(missing: \(type) \(hash))"
  }
}
