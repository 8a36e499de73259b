import NotesMarkdown

extension MarkdownPage {
  /// Writes a table in columns. When they are wider than the terminal, writes each row as lines of `header: value`.
  func write(_ table: Markdown.Table, to page: inout PageWriter) {
    let header = table.header.map { Cell($0, style: .bold, on: self) }
    let rows = table.rows.map { $0.map { Cell($0, on: self) } }
    let columns = Columns(of: [header] + rows, aligned: table.alignments)
    // Prose has fewer columns than a wide terminal, and a table has all of them.
    guard columns.width <= page.availableWidth + (width - page.width) else { return writeRecords(of: table, to: &page) }
    page.writeLine(columns.line(header))
    page.writeLine(columns.rule, .dim)
    for row in rows { page.writeLine(columns.line(row)) }
  }

  /// Writes each row as a block of lines, one for each of its cells that has content.
  private func writeRecords(of table: Markdown.Table, to page: inout PageWriter) {
    let names = table.header.map(\.plainText)
    let labels = names.map { DisplayWidth.fitted($0, to: Self.maximumLabelWidth) }
    let start = page.lineCount
    if table.rows.isEmpty || labels != names {
      for content in table.header {
        write(content, style: .bold, to: &page)
        page.breakLine()
      }
    }
    for row in table.rows {
      if page.lineCount > start { page.separate() }
      for (label, content) in zip(labels, row) where !content.isEmpty {
        page.withMargin("  ", first: "") {
          if !label.isEmpty { $0.add(label + ": ", .bold) }
          write(content, to: &$0)
        }
      }
    }
  }

  /// The columns of a label, which each row repeats.
  private static let maximumLabelWidth = 32
}

/// The content of a cell on one line.
private struct Cell {
  let text: StyledText
  let width: Int

  init(_ content: [Markdown.Inline], style: TextStyle = .plain, on page: MarkdownPage) {
    var writer = PageWriter(width: .max)
    page.write(content, style: style, to: &writer)
    (text, width) = writer.takeLine()
  }
}

/// The columns of a table, each as wide as its widest cell, with two spaces between them.
private struct Columns {
  private let widths: [Int]
  private let alignments: [Markdown.Table.Alignment]
  private static let gap = "  "

  init(of rows: [[Cell]], aligned alignments: [Markdown.Table.Alignment]) {
    var widths = alignments.map { _ in 0 }
    for row in rows {
      for (column, cell) in zip(widths.indices, row) { widths[column] = max(widths[column], cell.width) }
    }
    (self.widths, self.alignments) = (widths, alignments)
  }

  var width: Int { widths.reduce(Self.gap.count * max(0, widths.count - 1), +) }

  /// The line below the header.
  var rule: String { widths.map { String(repeating: "─", count: $0) }.joined(separator: Self.gap) }

  /// Returns the cells of a row, padded to the columns; without spaces at the end of the line.
  func line(_ cells: [Cell]) -> StyledText {
    var line: StyledText = ""
    var spaces = 0
    for (column, cell) in zip(widths.indices, cells) {
      let padding = widths[column] - cell.width
      let before =
        switch alignments[column] {
        case .none, .left: 0
        case .center: padding / 2
        case .right: padding
        }
      if cell.width > 0 {
        line += StyledText(trusted: String(repeating: " ", count: spaces + before)) + cell.text
        spaces = 0
      }
      spaces += (cell.width > 0 ? padding - before : widths[column]) + Self.gap.count
    }
    return line
  }
}
