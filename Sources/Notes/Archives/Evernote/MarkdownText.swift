import NotesDomain

/// A piece of a line of Markdown with its style.
struct MarkdownRun {
  struct Style: Equatable {
    var isBold = false
    var isItalic = false
    var isStruck = false
    var isCode = false
    /// The address of a link.
    var link: String?
  }

  enum Content {
    case text(String)
    /// Text that is Markdown already, such as an image.
    case markdown(String)
    case lineBreak
    /// The box of a task.
    case box(isChecked: Bool)
  }

  var content: Content
  var style: Style
}

/// The spelling of text in Markdown.
///
/// A character is escaped only where it would change the meaning: most texts are full of punctuation that is just that.
package enum MarkdownText {
  /// Returns runs as a line.
  ///
  /// - Parameter isStart: Whether the text is at the beginning of the line, where some characters are marks.
  static func line(_ runs: [MarkdownRun], isStart: Bool = true) -> String {
    let spans = spans(of: runs)
    var line = ""
    var open: [(mark: Mark, closing: String)] = []
    for (index, span) in spans.enumerated() {
      let wanted = marks(of: span.style)
      // Marks that are open stay open, whatever their usual order: `*a **b***`.
      let kept = open.prefix { wanted.contains($0.mark) }.map(\.mark)
      let added = wanted.filter { !kept.contains($0) }
      let closing = open[kept.count...].reversed().map(\.closing).joined()
      open.removeLast(open.count - kept.count)
      line += closing
      let opensLink = added.contains(where: \.isLink) || span.isMarkdown && span.text.begins(with: "[")
      // Otherwise the link would be an image.
      if opensLink, line.ends(with: "!") {
        // In place: each of many links would copy the line.
        line.unicodeScalars.removeLast()
        line += #"\!"#
      }
      for mark in added {
        // Of more than three stars in a row, it is not clear what they close and open.
        let isAmbiguous = closing.utf8.count { $0 == UInt8(ascii: "*") } + mark.opening.utf8.count > 3
        let (start, end) = isAmbiguous && line.ends(with: "*") ? mark.elements : (mark.opening, mark.closing)
        line += start
        open.append((mark, end))
      }
      let next = index + 1 < spans.count && spans[index + 1].style == span.style ? spans[index + 1].text : ""
      if span.isMarkdown {
        line += span.text
      } else if span.style.isCode {
        line += code(span.text)
      } else {
        let previous = line.unicodeScalars.last ?? (isStart ? nil : " ")
        line += escaped(
          span.text, after: previous, before: next.unicodeScalars.first, isInLink: span.style.link != nil)
      }
    }
    return line + open.reversed().map(\.closing).joined()
  }

  /// Returns a text as a fenced block.
  static func fenced(_ text: String, language: String = "") -> String {
    let fence = String(repeating: "`", count: max(3, longestRun(of: "`", in: text) + 1))
    return "\(fence)\(language)\n\(text)\(text.ends(with: "\n") ? "" : "\n")\(fence)"
  }

  /// Returns the text of a link, in which brackets are escaped.
  static func escapedLabel(_ text: String) -> String {
    ["\\", "[", "]"].reduce(text) { $0.replacingBytes(of: $1, with: "\\" + $1) }
  }

  private static func code(_ text: String) -> String {
    let fence = String(repeating: "`", count: longestRun(of: "`", in: text) + 1)
    let space = text.begins(with: "`") || text.ends(with: "`") ? " " : ""
    return fence + space + text + space + fence
  }

  private static func longestRun(of sign: Unicode.Scalar, in text: String) -> Int {
    var (longest, length) = (0, 0)
    for scalar in text.unicodeScalars {
      length = scalar == sign ? length + 1 : 0
      longest = max(longest, length)
    }
    return longest
  }

  // MARK: Styles

  private enum Mark: Equatable {
    case link(String), struck, bold, italic

    var isLink: Bool { if case .link = self { true } else { false } }

    var opening: String {
      switch self {
      case .link: "["
      case .struck: "~~"
      case .bold: "**"
      case .italic: "*"
      }
    }

    var closing: String {
      if case .link(let address) = self { "](\(LinkDestination.address(address)))" } else { opening }
    }

    /// The mark in HTML.
    var elements: (String, String) {
      switch self {
      case .link, .struck: (opening, closing)
      case .bold: ("<strong>", "</strong>")
      case .italic: ("<em>", "</em>")
      }
    }
  }

  private static func marks(of style: MarkdownRun.Style) -> [Mark] {
    (style.link.map { [.link($0)] } ?? []) + (style.isStruck ? [.struck] : []) + (style.isBold ? [.bold] : [])
      + (style.isItalic ? [.italic] : [])
  }

  private struct Span {
    var text: String
    var style: MarkdownRun.Style
    var isMarkdown = false
  }

  /// Returns the pieces of a line with single spaces, none at the ends, and none inside of marks at their ends: `** a**` is
  /// not bold.
  private static func spans(of runs: [MarkdownRun]) -> [Span] {
    var spans: [Span] = []
    func add(_ span: Span) {
      guard !span.text.isEmpty else { return }
      if let last = spans.last, last.style == span.style, !last.isMarkdown, !span.isMarkdown {
        spans[spans.count - 1].text += span.text
      } else {
        spans.append(span)
      }
    }
    var endsWithSpace = true
    for run in runs {
      switch run.content {
      case .lineBreak: if !endsWithSpace { add(Span(text: " ", style: run.style)) }
      case .box(let isChecked): add(Span(text: isChecked ? "[x] " : "[ ] ", style: .init(), isMarkdown: true))
      case .markdown(let text):
        add(Span(text: text, style: run.style, isMarkdown: true))
        endsWithSpace = false
      case .text(let text):
        var text = text.withSingleSpaces
        if endsWithSpace, let rest = text.rest(after: " ") { text = String(rest) }
        guard !text.isEmpty else { continue }
        endsWithSpace = text.ends(with: " ")
        add(Span(text: text, style: run.style))
      }
    }
    while let last = spans.last, !last.isMarkdown, let text = last.text.beginning(before: " ") {
      spans[spans.count - 1].text = String(text)
      if text.isEmpty { spans.removeLast() }
    }
    return withSpacesOutside(spans)
  }

  /// Returns the pieces with the spaces at their ends outside of their marks, except of those that go on after the space.
  private static func withSpacesOutside(_ spans: [Span]) -> [Span] {
    var result: [Span] = []
    for (index, span) in spans.enumerated() {
      let text = span.text.trimmingWhitespace
      guard !span.isMarkdown, text.utf8.count < span.text.utf8.count else {
        result.append(span)
        continue
      }
      let space = { (other: Span?) in Span(text: " ", style: other?.style.common(with: span.style) ?? .init()) }
      if span.text.begins(with: " ") { result.append(space(index > 0 ? spans[index - 1] : nil)) }
      guard !text.isEmpty else { continue }
      result.append(Span(text: text, style: span.style))
      if span.text.ends(with: " ") { result.append(space(index + 1 < spans.count ? spans[index + 1] : nil)) }
    }
    return result
  }
}

extension MarkdownRun.Style {
  /// Returns the style that two pieces have in common.
  fileprivate func common(with other: MarkdownRun.Style) -> MarkdownRun.Style {
    MarkdownRun.Style(
      isBold: isBold && other.isBold, isItalic: isItalic && other.isItalic, isStruck: isStruck && other.isStruck,
      link: link == other.link ? link : nil)
  }
}

extension String {
  /// The text with each run of white space as one space, also of spaces that do not break.
  fileprivate var withSingleSpaces: String {
    var previous: UInt8 = 0
    let isClean = utf8.allSatisfy { byte in
      defer { previous = byte }
      // 0xC2 begins a space that does not break.
      return byte > 0x20 && byte != 0xC2 || byte == 0x20 && previous != 0x20
    }
    if isClean { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let isSpace = " \t\n\r\u{A0}".unicodeScalars.contains(scalar)
      if !isSpace { result.append(scalar) } else if result.last != " " { result.append(" ") }
    }
    return String(result)
  }
}
