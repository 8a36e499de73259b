/// A writer of lines between margins, which breaks lines between words.
///
/// A margin is at the left of every line until it ends: `│ ` for a quote, spaces under the mark of a list item. Widths are
/// columns of the terminal, and text is measured as it is printed, with its control characters escaped. A word that is wider
/// than a line gets a line of its own.
struct PageWriter {
  /// The columns of a line with its margins.
  let width: Int
  /// The lines so far.
  private(set) var text: StyledText = ""
  private(set) var lineCount = 0
  /// The columns of the widest line without its margins, since this was last set.
  var widestLine = 0
  /// The columns for text on the next line.
  private(set) var availableWidth: Int

  private var margins: [Margin] = []
  /// The number of margins beside the blank line before the next line; `nil` for no blank line.
  private var marginsOfBlankLine: Int?
  private var line = Words()
  private var word = Words()
  /// The style of the space before the word; `nil` for none.
  private var space: TextStyle?

  init(width: Int) {
    self.width = width
    availableWidth = width
  }

  // MARK: Words

  /// Adds text to the current line. It breaks at spaces, and between characters of scripts that have none.
  mutating func add(_ text: String, _ style: TextStyle = .plain) {
    let printed = TerminalEscaping.escaped(text, keepingLines: false)
    var rest = printed.utf8[...]
    while let end = rest.firstIndex(of: UInt8(ascii: " ")) {
      addToWord(Substring(rest[..<end]), style)
      endWord()
      space = style
      rest = rest[rest.index(after: end)...]
    }
    addToWord(Substring(rest), style)
  }

  /// Ends the current line, if it has words.
  mutating func breakLine() {
    endWord()
    endLine()
  }

  /// Removes the words of the current line, and returns them with their width.
  mutating func takeLine() -> (text: StyledText, width: Int) {
    endWord()
    defer { line = Words() }
    return (line.text, line.width)
  }

  private mutating func addToWord(_ part: Substring, _ style: TextStyle) {
    var rest = part
    for place in LineBreaks.inside(part) {
      word.add(String(rest[..<place]), style)
      endWord()
      rest = rest[place...]
    }
    word.add(String(rest), style)
  }

  private mutating func endWord() {
    guard !word.pieces.isEmpty else { return }
    if line.width + (space == nil ? 0 : 1) + word.width > availableWidth { endLine() }
    if let space, !line.pieces.isEmpty { line.add(" ", space) }
    line.add(word)
    word = Words()
    space = nil
  }

  private mutating func endLine() {
    space = nil
    guard !line.pieces.isEmpty else { return }
    write(line)
    line = Words()
  }

  // MARK: Lines

  /// Writes a line as it is, however wide. Tabs are kept.
  mutating func writeLine(_ text: String, _ style: TextStyle = .plain) {
    breakLine()
    var words = Words()
    words.add(text, style)
    write(words)
  }

  /// Writes a line of styled text, however wide.
  mutating func writeLine(_ text: StyledText) {
    breakLine()
    var words = Words()
    for piece in text.pieces { words.add(piece.text, piece.style) }
    write(words)
  }

  /// Asks for a blank line before the next line.
  mutating func separate() {
    breakLine()
    marginsOfBlankLine = margins.count
  }

  private mutating func write(_ words: Words) {
    if let marginsOfBlankLine { write(Words(), beside: 0..<marginsOfBlankLine) }
    marginsOfBlankLine = nil
    write(words, beside: margins.indices)
    lineCount += 1
    widestLine = max(widestLine, words.width)
    measureMargins()
  }

  private mutating func write(_ words: Words, beside margins: Range<Int>) {
    var printed = Words()
    for index in margins {
      printed.add(self.margins[index].first ?? self.margins[index].mark, self.margins[index].style, width: 0)
      self.margins[index].first = nil
    }
    if words.pieces.isEmpty { printed.removeTrailingSpaces() }
    printed.add(words)
    text += printed.text + "\n"
  }

  // MARK: Margins

  /// Adds a margin to the lines that `content` writes. It has no width when too few columns would remain for text.
  ///
  /// - Parameters:
  ///   - mark: The margin, such as `│ `.
  ///   - first: The text in its place on the first line.
  ///   - style: The style of both.
  mutating func withMargin(
    _ mark: String, first: String? = nil, style: TextStyle = .plain, _ content: (inout PageWriter) -> Void
  ) {
    breakLine()
    var margin = Margin(mark: mark, first: first, style: style)
    if margins.reduce(margin.width, { $0 + $1.width }) > width - minimumWidth {
      margin = Margin(mark: "", first: first, style: style)
    }
    // The marks of nested items share a line, as long as text fits beside them.
    if margins.contains(where: { $0.first != nil }), availableWidth - margin.nextWidth < minimumWidth { write(Words()) }
    margins.append(margin)
    measureMargins()
    content(&self)
    breakLine()
    // An item without text.
    if margins.last?.first != nil { write(Words()) }
    margins.removeLast()
    measureMargins()
  }

  /// The columns that margins leave for text.
  private var minimumWidth: Int { min(24, width / 2) }

  private mutating func measureMargins() {
    availableWidth = margins.reduce(width) { $0 - $1.nextWidth }
  }

  private struct Margin {
    let mark: String
    let width: Int
    let style: TextStyle
    /// The text of the first line, until it is written.
    var first: String? { didSet { nextWidth = width } }
    /// The columns on the next line.
    private(set) var nextWidth: Int

    init(mark: String, first: String?, style: TextStyle) {
      self.mark = mark
      self.first = first
      self.style = style
      width = DisplayWidth.of(mark)
      nextWidth = first.map { DisplayWidth.of($0) } ?? width
    }
  }

  /// Styled text with its width in columns.
  private struct Words {
    private(set) var pieces: [(text: String, style: TextStyle)] = []
    private(set) var width = 0

    mutating func add(_ text: String, _ style: TextStyle) {
      add(text, style, width: DisplayWidth.of(text))
    }

    mutating func add(_ words: Words) {
      for piece in words.pieces { add(piece.text, piece.style, width: 0) }
      width += words.width
    }

    mutating func add(_ text: String, _ style: TextStyle, width: Int) {
      guard !text.isEmpty else { return }
      self.width += width
      if pieces.last?.style == style {
        pieces[pieces.count - 1].text += text
      } else {
        pieces.append((text, style))
      }
    }

    mutating func removeTrailingSpaces() {
      while let last = pieces.last?.text.last {
        guard last == " " else { return }
        pieces[pieces.count - 1].text.removeLast()
        if pieces.last?.text.isEmpty == true { pieces.removeLast() }
      }
    }

    var text: StyledText {
      var text: StyledText = ""
      text.pieces = pieces.map { StyledText.Piece(text: $0.text, style: $0.style, isTrusted: false) }
      return text
    }
  }
}
