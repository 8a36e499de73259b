import NotesDomain
import NotesFronts
import NotesMarkdown

/// The text of a note in Markdown, for reading on a terminal.
///
/// Paragraphs are wrapped, lists and quotes are indented, tables have columns. Colours replace the marks of emphasis, links and
/// code; without colours the marks remain, so that no meaning is lost.
struct MarkdownPage {
  /// The columns of the terminal.
  let width: Int
  let hasColor: Bool
  let lineBreaks: LineBreakStyle

  /// The columns of the longest line of prose, since longer ones are hard to read.
  private static let maximumTextWidth = 100

  init(width: Int?, hasColor: Bool, lineBreaks: LineBreakStyle = .keep) {
    self.width = max(1, width ?? Self.maximumTextWidth)
    self.hasColor = hasColor
    self.lineBreaks = lineBreaks
  }

  func text(_ markdown: String) -> StyledText {
    text(Markdown(parsing: markdown))
  }

  func text(_ markdown: Markdown) -> StyledText {
    var page = PageWriter(width: min(width, Self.maximumTextWidth))
    write(markdown.blocks, to: &page)
    return page.text
  }

  /// Writes blocks, with a blank line between them unless they are those of a tight item.
  private func write(_ blocks: [Markdown.Block], to page: inout PageWriter, isTight: Bool = false) {
    let start = page.lineCount
    for block in blocks {
      if page.lineCount > start, !isTight { page.separate() }
      write(block, to: &page)
    }
  }

  private func write(_ block: Markdown.Block, to page: inout PageWriter) {
    switch block {
    case .heading(let level, let content): writeHeading(content, level: level, to: &page)
    case .paragraph(let content):
      write(content, to: &page)
      page.breakLine()
    case .quote(let blocks): page.withMargin("│ ", style: .dim) { write(blocks, to: &$0) }
    case .list(let list): write(list, to: &page)
    case .code(_, let code): page.withMargin("    ") { Self.write(code: code, to: &$0) }
    case .rule: page.writeLine(String(repeating: "─", count: page.availableWidth), .dim)
    case .table(let table): write(table, to: &page)
    }
  }

  /// Writes the lines of a block of code, which are never wrapped.
  private static func write(code: String, to page: inout PageWriter) {
    let text = code.utf8.last == UInt8(ascii: "\n") ? code.utf8.dropLast() : code.utf8[...]
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      page.writeLine(String(Substring(line)), .dim)
    }
  }

  /// Writes a heading with a line under it. With colours only the first two levels have one, since the others have styles.
  private func writeHeading(_ content: [Markdown.Inline], level: Int, to page: inout PageWriter) {
    let styles: [TextStyle] = [.title, .title, .title, .bold, .boldItalic, .italic]
    let strokes = ["═", "─", "╌", "┄", "┈", "·"]
    page.widestLine = 0
    write(content, style: styles[level - 1], to: &page)
    page.breakLine()
    if page.widestLine > 0, level <= (hasColor ? 2 : strokes.count) {
      page.writeLine(String(repeating: strokes[level - 1], count: page.widestLine), .dim)
    }
  }

  private func write(_ list: Markdown.List, to page: inout PageWriter) {
    let start = page.lineCount
    for (index, item) in list.items.enumerated() {
      if page.lineCount > start, !list.isTight { page.separate() }
      let mark = Self.mark(of: item, at: index, in: list)
      let indent = String(repeating: " ", count: DisplayWidth.of(mark))
      page.withMargin(indent, first: mark) { write(item.blocks, to: &$0, isTight: list.isTight) }
    }
  }

  /// Returns `• `, a number that is aligned with those of the other items, or the box of a task.
  private static func mark(of item: Markdown.List.Item, at index: Int, in list: Markdown.List) -> String {
    let box = item.isChecked.map { $0 ? "[x] " : "[ ] " }
    switch list.marker {
    case .bullet: return box ?? "• "
    case .number(let first):
      let widest = String(first + list.items.count - 1).count
      return "\(first + index).".leftPadded(to: widest + 1) + " " + (box ?? "")
    }
  }
}
