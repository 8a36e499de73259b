import NotesDomain

/// The blocks of a Markdown text: lines that belong together, and blocks that empty lines set off.
struct MarkdownBlocks {
  enum Block {
    /// A line of text, which follows another one directly.
    case line(String)
    /// A line with the box of a task.
    case task(isChecked: Bool, text: String)
    /// A block with empty lines around it; nothing when it is empty.
    case block(String)
    /// An empty line.
    case empty
  }

  private(set) var blocks: [Block] = []
  /// The number of bytes of the blocks' texts, with a newline after each.
  package private(set) var bytes = 0

  /// Whether there is no text.
  var isEmpty: Bool {
    blocks.allSatisfy { block in
      switch block {
      case .line, .task: false
      case .block(let text): text.isEmpty
      case .empty: true
      }
    }
  }

  mutating func append(_ block: Block) {
    blocks.append(block)
    bytes += block.bytes
  }

  mutating func append(_ others: MarkdownBlocks) {
    blocks += others.blocks
    bytes += others.bytes
  }

  /// Appends runs as lines, and takes them. A break at the end of a line makes no line of its own.
  mutating func appendLines(_ runs: inout [MarkdownRun]) {
    defer { runs = [] }
    var lines = runs.split(omittingEmptySubsequences: false) { if case .lineBreak = $0.content { true } else { false } }
    if lines.last?.allSatisfy(\.isBlank) == true { lines.removeLast() }
    for line in lines {
      var line = Array(line.drop(while: \.isBlank))
      guard case .box(let isChecked) = line.first?.content else {
        let text = MarkdownText.line(line)
        append(text.isEmpty ? .empty : .line(text))
        continue
      }
      line.removeFirst()
      append(.task(isChecked: isChecked, text: MarkdownText.line(line)))
    }
  }

  /// Removes the box of the first line. Returns whether it was checked; `nil` when there is none.
  mutating func removeBox() -> Bool? {
    guard case .task(let isChecked, let text) = blocks.first else { return nil }
    blocks[0] = .line(text)
    return isChecked
  }

  /// The whole text, without empty lines at its ends and with single ones between blocks.
  package var text: String { joined { $0.separator(before: $1) } }

  /// The text of an item of a list, in which a list follows a line directly.
  var itemText: String {
    joined { block, next in
      guard case .line = block, case .block(let text) = next, text.isList else { return block.separator(before: next) }
      return "\n"
    }
  }

  private func joined(_ separator: (Block, Block) -> String) -> String {
    var text = ""
    var last: Block?
    var hasEmptyLine = false
    for block in blocks {
      guard let content = block.content else {
        hasEmptyLine = true
        continue
      }
      if let last { text += hasEmptyLine ? "\n\n" : separator(last, block) }
      text += content
      (last, hasEmptyLine) = (block, false)
    }
    return text
  }
}

extension MarkdownBlocks.Block {
  /// The text; `nil` when there is none.
  fileprivate var content: String? {
    switch self {
    case .line(let text): text
    case .task(let isChecked, let text): "- [\(isChecked ? "x" : " ")] \(text)"
    case .block(let text): text.isEmpty ? nil : text
    case .empty: nil
    }
  }

  fileprivate var bytes: Int {
    switch self {
    case .line(let text), .task(_, let text): text.utf8.count + 1
    case .block(let text): text.isEmpty ? 0 : text.utf8.count + 1
    case .empty: 0
    }
  }

  fileprivate func separator(before next: MarkdownBlocks.Block) -> String {
    switch (self, next) {
    case (.line, .line), (.task, .task): "\n"
    // Text before a list would not end it, but text after a list would be part of its last item.
    default: "\n\n"
    }
  }
}

extension MarkdownRun {
  /// Whether the run is white space.
  fileprivate var isBlank: Bool {
    guard case .text(let text) = content else { return false }
    return text.unicodeScalars.allSatisfy { " \t\r\n\u{A0}".unicodeScalars.contains($0) }
  }
}

extension MarkdownRun.Style {
  /// Returns the style inside of an element.
  func adding(_ element: ENMLElement) -> MarkdownRun.Style {
    var style = self
    switch element.name {
    case "b", "strong": style.isBold = true
    case "i", "em", "cite": style.isItalic = true
    case "s", "strike", "del": style.isStruck = true
    case "a":
      let address = (element.attributes["href"] ?? "").trimmingWhitespace
      if !address.isEmpty { style.link = address }
    default: break
    }
    style.isBold = style.isBold || element.style.isBold
    style.isItalic = style.isItalic || element.style.isItalic
    style.isStruck = style.isStruck || element.style.isStruck
    return style
  }
}

extension String {
  /// Returns the text with something before each of its lines.
  func indented(first: String, others: String, empty: String = "") -> String {
    linesAtFeeds.enumerated().map { index, line in
      line.isEmpty && index > 0 ? empty : (index == 0 ? first : others) + line
    }.joined(separator: "\n")
  }

  /// The text in one line, without the bars that would end a cell.
  var inTableCell: String {
    linesAtFeeds.filter { !$0.isEmpty }.joined(separator: "<br>").replacingBytes(of: "|", with: "\\|")
  }

  /// The text without newlines around it.
  var trimmingNewlines: String {
    func isNewline(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    let start = utf8.drop(while: isNewline)
    return start.lastIndex { !isNewline($0) }.map { String(Substring(start[...$0])) } ?? ""
  }

  /// Whether the text begins with the marker of a list.
  fileprivate var isList: Bool {
    begins(with: "- ")
      || utf8.first.map { 0x30...0x39 ~= $0 } == true && utf8.prefix(11).firstRange(of: ". ".utf8) != nil
  }
}
