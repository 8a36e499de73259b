/// The lines of a Markdown text, each with its part in the blocks of CommonMark
/// (<https://spec.commonmark.org/0.31.2/#appendix-a-parsing-strategy>), without those of fenced code.
///
/// The same rules by which a page is shown, so that a title, a tag or a link is what a reader takes for one. Not all of them:
/// definitions of links are text, and so is HTML, except for a comment that begins a block, in which nothing else does.
///
/// Iterates over bytes rather than characters: the rules look for ASCII characters, and a text of 1 MB must take less
/// than a second. Those in an array are read several times as fast as those of a `String`.
struct MarkdownLines: Sequence, IteratorProtocol {
  struct Line {
    enum Kind {
      /// A line of a paragraph or a row of a table. Links and code may begin in a line and end in one that continues it.
      case text(isContinuation: Bool)
      /// A line of a comment. Its content is text behind the end of that.
      case comment
      /// The line of a heading that begins with `#`, with its text and those signs after it.
      case heading(ArraySlice<UInt8>)
      /// The line below a heading, with the lines of that.
      case underline(of: ArraySlice<UInt8>)
      case indentedCode
      /// A blank line or a thematic break.
      case blank
    }

    /// The line as written. It has the indices of the text.
    let bytes: ArraySlice<UInt8>
    /// The index of the first character behind the signs of quotes and lists, and behind a comment.
    let contentStart: Int
    let kind: Kind
    /// Whether the line is in a quote or a list.
    let isNested: Bool
  }

  /// A quote, or an item of a list.
  private enum Container {
    case quote
    /// The columns by which the content is indented, and whether there is none yet.
    case item(indent: Int, isEmpty: Bool)
  }

  private enum Leaf {
    case none, indentedCode
    /// A paragraph, with the index at which it begins, and whether one line of it is all.
    case paragraph(Int, isLine: Bool)
    case table
    /// A comment, with the index behind it.
    case comment(end: Int)
    case fence(MarkdownFence)
  }

  /// The maximum depth of containers. The signs of further ones are text.
  private static let maximumDepth = 100

  private let text: ArraySlice<UInt8>
  private var rest: ArraySlice<UInt8>
  private var containers: [Container] = []
  private var leaf = Leaf.none
  /// The index behind the next end of a comment, as far as one was looked for; the greatest integer if there is none.
  private var commentEnd = 0

  /// Creates a sequence of the lines of a text.
  init(_ text: String) {
    self.init(Array(text.utf8)[...])
  }

  /// Creates a sequence of the lines in some bytes.
  init(_ bytes: ArraySlice<UInt8>) {
    (text, rest) = (bytes, bytes)
  }

  mutating func next() -> Line? {
    while !rest.isEmpty {
      let line = rest[..<(rest.firstIndex(ofByte: UInt8(ascii: "\n")) ?? rest.endIndex)]
      rest = rest[line.endIndex...].dropFirst()
      guard let (kind, contentStart) = add(line) else { continue }
      return Line(bytes: line, contentStart: contentStart, kind: kind, isNested: !containers.isEmpty)
    }
    return nil
  }

  /// Adds a line to the blocks, and returns its part in them, and the index of its content; `nil` if it is fenced code.
  private mutating func add(_ line: ArraySlice<UInt8>) -> (kind: Line.Kind, contentStart: Int)? {
    // Most lines begin or continue a paragraph of the text itself.
    if containers.isEmpty, let first = line.first, first.beginsWord {
      switch leaf {
      case .paragraph(let start, _):
        leaf = .paragraph(start, isLine: false)
        return (.text(isContinuation: true), line.startIndex)
      case .none:
        leaf = .paragraph(line.startIndex, isLine: true)
        return (.text(isContinuation: false), line.startIndex)
      case .table: return (.text(isContinuation: false), line.startIndex)
      case .indentedCode, .fence, .comment: break
      }
    }
    var cursor = Cursor(line)
    let matched = match(&cursor)
    if matched == containers.count {
      switch leaf {
      case .fence(let opening):
        if cursor.indent < 4, let mark = MarkdownFence(cursor.content), mark.closes(opening) { leaf = .none }
        return nil
      case .indentedCode where cursor.isBlank || cursor.indent >= 4:
        return (.indentedCode, cursor.content.startIndex)
      case .comment(let end): return (passComment(until: end, &cursor), cursor.content.startIndex)
      case .none, .indentedCode, .paragraph, .table: break
      }
    }
    return open(&cursor, in: line, matched: matched).map { ($0, cursor.content.startIndex) }
  }

  /// Passes the signs of the open containers, and returns the number of those that the line continues.
  private mutating func match(_ cursor: inout Cursor) -> Int {
    for (index, container) in containers.enumerated() {
      switch container {
      case .quote:
        guard cursor.indent < 4, cursor.content.first == UInt8(ascii: ">") else { return index }
        cursor.passQuoteSign()
      case .item(let indent, let isEmpty):
        if cursor.isBlank {
          // An item begins with at most one blank line.
          guard !isEmpty else { return index }
        } else {
          guard cursor.indent >= indent else { return index }
          cursor.pass(columns: indent)
          containers[index] = .item(indent: indent, isEmpty: false)
        }
      }
    }
    return containers.count
  }

  /// Opens the blocks that begin in a line, and returns its part in them; `nil` if it opens fenced code.
  private mutating func open(_ cursor: inout Cursor, in line: ArraySlice<UInt8>, matched: Int) -> Line.Kind? {
    /// The index at which the paragraph begins that the line may continue, also without the signs of its containers.
    var paragraph: Int?
    var mayBeHeader = false
    if case .paragraph(let start, let isLine) = leaf, !cursor.isBlank { (paragraph, mayBeHeader) = (start, isLine) }
    var isInTable = false
    if case .table = leaf, matched == containers.count { isInTable = !cursor.isBlank }
    /// The number of containers that stay open.
    var kept = matched
    var breaks = ThematicBreaks()
    while !cursor.isBlank {
      let content = cursor.content
      if cursor.indent >= 4 {
        guard paragraph == nil else { break }
        close(to: kept)
        leaf = .indentedCode
        return .indentedCode
      }
      if content.first == UInt8(ascii: ">"), kept < Self.maximumDepth {
        close(to: kept)
        containers.append(.quote)
        cursor.passQuoteSign()
      } else if let text = content.headingText {
        close(to: kept)
        return .heading(text)
      } else if let fence = MarkdownFence(content) {
        close(to: kept)
        leaf = .fence(fence)
        return nil
      } else if content.starts(with: "<!--".utf8), let end = endOfComment(from: content.startIndex) {
        close(to: kept)
        return passComment(until: end, &cursor)
      } else if let paragraph, kept == containers.count, content.isUnderline {
        leaf = .none
        return .underline(of: text[paragraph..<line.startIndex])
      } else if breaks.contain(content) {
        close(to: kept)
        return .blank
      } else if let item = ItemSign(cursor), kept < Self.maximumDepth,
        paragraph == nil || kept < containers.count || item.mayInterrupt
      {
        close(to: kept)
        containers.append(.item(indent: item.indent, isEmpty: item.isEmpty))
        cursor.pass(item)
      } else {
        break
      }
      (kept, paragraph, isInTable) = (containers.count, nil, false)
    }
    if let paragraph {
      let isTable = mayBeHeader && kept == containers.count && cursor.content.isTableUnderline
      leaf = isTable ? .table : .paragraph(paragraph, isLine: false)
      return .text(isContinuation: !isTable)
    }
    if isInTable { return .text(isContinuation: false) }
    close(to: kept)
    guard !cursor.isBlank else { return .blank }
    leaf = .paragraph(line.startIndex, isLine: true)
    return .text(isContinuation: false)
  }

  /// Passes what a line has of a comment.
  private mutating func passComment(until end: Int, _ cursor: inout Cursor) -> Line.Kind {
    let lineEnd = cursor.content.endIndex
    leaf = end > lineEnd ? .comment(end: end) : .none
    cursor.pass(signs: Swift.min(end, lineEnd) - cursor.content.startIndex)
    return .comment
  }

  /// Returns the index behind the comment that begins at a position; `nil` if it has no end. The positions must ascend, so that
  /// all calls together take O(length).
  private mutating func endOfComment(from start: Int) -> Int? {
    if commentEnd < start + 5 { commentEnd = text.indexAfterComment(from: start) ?? .max }
    return commentEnd == .max ? nil : commentEnd
  }

  private mutating func close(to count: Int) {
    containers.removeLast(containers.count - count)
    leaf = .none
  }
}

/// A position in a line behind the signs of containers, with the columns of spaces before the next character.
private struct Cursor {
  /// The rest of the line from the next character on that is no space.
  private(set) var content: ArraySlice<UInt8>
  /// The columns of spaces before the content. A tab stops at the next multiple of four.
  private(set) var indent = 0
  private var column = 0

  init(_ line: ArraySlice<UInt8>) {
    content = line
    passSpaces()
  }

  var isBlank: Bool { content.isEmpty || content.first == UInt8(ascii: "\r") && content.count == 1 }

  mutating func pass(columns: Int) { indent -= columns }

  mutating func passQuoteSign() {
    pass(signs: 1)
    // The space behind the sign is a part of it.
    indent = max(0, indent - 1)
  }

  mutating func pass(_ item: ItemSign) {
    pass(signs: item.signs)
    // Of more than four columns, one belongs to the sign, and the content is code.
    indent = indent > 4 ? indent - 1 : 0
  }

  mutating func pass(signs count: Int) {
    content = content.dropFirst(count)
    column += count
    passSpaces()
  }

  private mutating func passSpaces() {
    let start = column
    while let byte = content.first, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
      column += byte == UInt8(ascii: " ") ? 1 : 4 - column % 4
      content = content.dropFirst()
    }
    indent = column - start
  }
}

/// The sign with which an item of a list begins: `-`, `*`, `+`, `1.` or `1)`.
private struct ItemSign {
  /// The number of characters of the sign.
  let signs: Int
  /// The columns by which the content of the item is indented.
  let indent: Int
  /// Whether the rest of the line is blank.
  let isEmpty: Bool
  /// Whether the item may follow a paragraph without a blank line.
  let mayInterrupt: Bool

  init?(_ cursor: Cursor) {
    let digits = cursor.content.prefix(10).prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard digits.count < 10, let sign = cursor.content[digits.endIndex...].first,
      (digits.isEmpty ? "-*+" : ".)").utf8.contains(sign)
    else { return nil }
    signs = digits.count + 1
    var rest = cursor
    rest.pass(signs: signs)
    guard rest.isBlank || rest.indent > 0 else { return nil }
    isEmpty = rest.isBlank
    indent = cursor.indent + signs + (isEmpty || rest.indent > 4 ? 1 : rest.indent)
    let isFirst = digits.isEmpty || digits.drop { $0 == UInt8(ascii: "0") }.elementsEqual("1".utf8)
    mayInterrupt = !isEmpty && isFirst
  }
}

extension UInt8 {
  /// Whether no block but a paragraph begins with the byte.
  fileprivate var beginsWord: Bool { self >= 0x80 || (self | 0x20) &- UInt8(ascii: "a") < 26 }
}

extension ArraySlice<UInt8> {
  /// The text behind the signs of a heading; `nil` for another line.
  fileprivate var headingText: ArraySlice<UInt8>? {
    let level = prefix(7).prefix { $0 == UInt8(ascii: "#") }.count
    guard (1...6).contains(level) else { return nil }
    let text = dropFirst(level)
    return text.first.map { " \t\r".utf8.contains($0) } ?? true ? text : nil
  }

  /// Whether the line parts the header of a table from its rows, such as `|---|:-:|`.
  fileprivate var isTableUnderline: Bool {
    guard let first, "|-:".utf8.contains(first), contains(byte: UInt8(ascii: "|")) else { return false }
    var cells = split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map(\.withoutBlanks)
    if cells.first?.isEmpty == true { cells.removeFirst() }
    if cells.last?.isEmpty == true { cells.removeLast() }
    return !cells.isEmpty
      && cells.allSatisfy { cell in
        let line = cell.first == UInt8(ascii: ":") ? cell.dropFirst() : cell
        let end = line.drop { $0 == UInt8(ascii: "-") }
        return end.count < line.count && (end.isEmpty || end.elementsEqual(":".utf8))
      }
  }

  private var withoutBlanks: ArraySlice<UInt8> {
    var rest = drop { " \t\r".utf8.contains($0) }
    while let last = rest.last, " \t\r".utf8.contains(last) { rest.removeLast() }
    return rest
  }

  /// Whether the line consists of `=`, or of `-`.
  fileprivate var isUnderline: Bool {
    guard let sign = first, sign == UInt8(ascii: "=") || sign == UInt8(ascii: "-") else { return false }
    return drop { $0 == sign }.allSatisfy { " \t\r".utf8.contains($0) }
  }
}

/// The thematic breaks among the ends of one line. Each sign of a list in it has another end, all of which take O(length)
/// together.
private struct ThematicBreaks {
  private var sign: UInt8?
  /// The index of the first byte that is no part of a break of the sign.
  private var end = 0

  /// Returns whether an end of the line is one. Each is shorter than the one before.
  mutating func contain(_ content: ArraySlice<UInt8>) -> Bool {
    guard let first = content.first, "*-_".utf8.contains(first) else { return false }
    if first != sign || end < content.startIndex {
      sign = first
      end = content.firstIndex { $0 != first && !" \t\r".utf8.contains($0) } ?? content.endIndex
    }
    return end == content.endIndex && content.count { $0 == first } >= 3
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Returns the index behind the comment that begins at a position; `nil` if it has no end. The shortest is `<!-->`. O(length).
  func indexAfterComment(from start: Int) -> Int? {
    var rest = self[(start + 2)...]
    while let hyphen = rest.firstIndex(of: UInt8(ascii: "-")) {
      rest = rest[hyphen...]
      if rest.starts(with: "-->".utf8) { return hyphen + 3 }
      rest = rest.dropFirst()
    }
    return nil
  }
}
