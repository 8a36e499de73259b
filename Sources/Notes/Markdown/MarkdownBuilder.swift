/// A tree in the making, from the parser's events: the beginning and end of each block and span, and text between them.
///
/// The parser ends what it began in the reverse order. A quote, list or span beyond ``Markdown/maximumDepth`` leaves no level in
/// the tree, only its content.
final class MarkdownBuilder {
  /// A block that began and has not ended.
  enum OpenBlock {
    case document, quote, paragraph, rule, tableRow
    case list(Markdown.List.Marker, isTight: Bool)
    case item(isChecked: Bool?)
    case heading(level: Int)
    case code(info: String)
    case table, tableHead
    case cell(Markdown.Table.Alignment)
    /// A block whose content belongs to the block around it.
    case transparent
  }

  /// A span that began and has not ended.
  enum OpenSpan {
    case emphasis, strong, strikethrough, code
    case link(destination: String, title: String)
    case image(source: String, title: String)
    case wikiLink(target: String)
    /// A span whose content belongs to the span around it.
    case transparent
  }

  private var openBlocks: [OpenBlock] = []
  private var openSpans: [OpenSpan] = []
  /// The number of open spans whose text stays as it is: there is no link in a link.
  private var literalSpans = 0
  /// The blocks of the document, and of each open quote and item.
  private var blocks: [[Markdown.Block]] = []
  /// The items of each open list.
  private var items: [[Markdown.List.Item]] = []
  /// The inlines of the open paragraph, heading or cell, and of each open span in it; empty outside of these.
  private var inlines: [[Markdown.Inline]] = []
  /// Text that has not become an inline or a block of code yet, since the parser hands it out in pieces.
  private var text = ""
  private var table = Markdown.Table(alignments: [], header: [], rows: [])
  private var row: [[Markdown.Inline]] = []
  private var nesting = 0

  /// The blocks of the document, once it has ended.
  private(set) var document: [Markdown.Block] = []

  // MARK: Blocks

  func beginBlock(_ block: OpenBlock) {
    endLooseText()
    var block = block
    switch block {
    case .quote, .list:
      nesting += 1
      if nesting > Markdown.maximumDepth { block = .transparent }
    case .item:
      if nesting > Markdown.maximumDepth { block = .transparent }
    case .document, .paragraph, .rule, .heading, .code, .table, .tableHead, .tableRow, .cell, .transparent: break
    }
    openBlocks.append(block)
    switch block {
    case .document, .quote, .item: blocks.append([])
    case .list: items.append([])
    case .paragraph, .heading, .cell: inlines = [[]]
    case .table: table = Markdown.Table(alignments: [], header: [], rows: [])
    case .tableRow: row = []
    case .rule, .code, .tableHead, .transparent: break
    }
  }

  /// Ends the block that began last.
  ///
  /// - Parameter isNested: Whether it is a quote or a list.
  func endBlock(isNested: Bool) {
    endLooseText()
    if isNested { nesting -= 1 }
    switch openBlocks.popLast() {
    case .document: document = blocks.popLast() ?? []
    case .quote: append(.quote(blocks.popLast() ?? []))
    case .list(let marker, let isTight):
      append(.list(Markdown.List(marker: marker, isTight: isTight, items: items.popLast() ?? [])))
    case .item(let isChecked):
      let item = Markdown.List.Item(isChecked: isChecked, blocks: blocks.popLast() ?? [])
      if !items.isEmpty { items[items.count - 1].append(item) }
    case .paragraph: append(.paragraph(endInlines()))
    case .heading(let level): append(.heading(level: level, endInlines()))
    case .code(let info): append(.code(info: info, endText()))
    case .rule: append(.rule)
    case .table: append(.table(table))
    case .tableHead: table.header = table.rows.popLast() ?? []
    case .tableRow: table.rows.append(row)
    case .cell(let alignment):
      if table.rows.isEmpty && table.header.isEmpty { table.alignments.append(alignment) }
      row.append(endInlines())
    case .transparent, nil: break
    }
  }

  private func append(_ block: Markdown.Block) {
    if !blocks.isEmpty { blocks[blocks.count - 1].append(block) }
  }

  /// Ends a paragraph that the parser does not name: items of tight lists have their text without one.
  private func endLooseText() {
    switch openBlocks.last {
    case .paragraph, .heading, .code, .cell, .rule, .list, .table, .tableHead, .tableRow, nil: break
    case .document, .quote, .item, .transparent:
      let content = endInlines()
      if !content.isEmpty { append(.paragraph(content)) }
    }
  }

  // MARK: Inlines

  func beginSpan(_ span: OpenSpan) {
    endInlineText()
    let isTooDeep = openSpans.count >= Markdown.maximumDepth
    openSpans.append(isTooDeep ? .transparent : span)
    if openSpans.last?.isLiteral == true { literalSpans += 1 }
    if inlines.isEmpty { inlines = [[]] }
    if case .transparent? = openSpans.last { return }
    inlines.append([])
  }

  /// Ends the span that began last.
  func endSpan() {
    endInlineText()
    let span = openSpans.popLast()
    if span?.isLiteral == true { literalSpans -= 1 }
    if case .transparent? = span { return }
    let content = inlines.popLast() ?? []
    switch span {
    case .emphasis: append(.emphasis(content))
    case .strong: append(.strong(content))
    case .strikethrough: append(.strikethrough(content))
    case .code: append(.code(content.plainText))
    case .link(let destination, let title): append(.link(content, destination: destination, title: title))
    case .image(let source, let title): append(.image(content.plainText, source: source, title: title))
    case .wikiLink(let target): append(Self.wikiLink(content, target: target))
    case .transparent, nil: break
    }
  }

  /// Returns a link to a note. In a table the bar before the label is escaped, so that the parser sees no label.
  private static func wikiLink(_ content: [Markdown.Inline], target: String) -> Markdown.Inline {
    // By bytes, as in the rules for links.
    let parts = target.utf8.split(separator: UInt8(ascii: "|"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return .wikiLink(content, target: target) }
    let name = parts[0].last == UInt8(ascii: "\\") ? parts[0].dropLast() : parts[0]
    return .wikiLink([.text(String(Substring(parts[1])))], target: String(Substring(name)))
  }

  /// Adds a piece of text.
  func add(_ piece: String) {
    text += piece
  }

  /// Adds a line break.
  func add(_ lineBreak: Markdown.Inline) {
    endInlineText()
    append(lineBreak)
  }

  private func append(_ inline: Markdown.Inline) {
    if inlines.isEmpty { inlines = [[]] }
    inlines[inlines.count - 1].append(inline)
  }

  private func endInlineText() {
    if text.isEmpty { return }
    let text = endText()
    let isLiteral = literalSpans > 0 || openSpans.count >= Markdown.maximumDepth
    for inline in isLiteral ? [.text(text)] : MarkdownText.inlines(of: text) { append(inline) }
  }

  private func endText() -> String {
    defer { text = "" }
    return text
  }

  private func endInlines() -> [Markdown.Inline] {
    endInlineText()
    defer { inlines = [] }
    return inlines.first ?? []
  }
}

extension MarkdownBuilder.OpenSpan {
  /// Whether addresses in its text are text.
  fileprivate var isLiteral: Bool {
    switch self {
    case .code, .link, .image, .wikiLink: true
    case .emphasis, .strong, .strikethrough, .transparent: false
    }
  }
}
