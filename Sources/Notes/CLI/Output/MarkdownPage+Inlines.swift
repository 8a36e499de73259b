import NotesDomain
import NotesFronts
import NotesMarkdown

extension MarkdownPage {
  /// Writes inlines at the end of the current line.
  ///
  /// - Parameter style: The style of text that has no formatting of its own.
  func write(_ inlines: [Markdown.Inline], style: TextStyle = .plain, to page: inout PageWriter) {
    write(inlines, Formatting(base: style), to: &page)
  }

  private func write(_ inlines: [Markdown.Inline], _ formatting: Formatting, to page: inout PageWriter) {
    for inline in inlines { write(inline, formatting, to: &page) }
  }

  private func write(_ inline: Markdown.Inline, _ formatting: Formatting, to page: inout PageWriter) {
    var inner = formatting
    switch inline {
    case .text(let text): page.add(text, formatting.style)
    case .emphasis(let content):
      inner.isEmphasis = true
      write(content, inner, marked: "*", to: &page)
    case .strong(let content):
      inner.isStrong = true
      write(content, inner, marked: "**", to: &page)
    case .strikethrough(let content):
      inner.isStruck = true
      write(content, inner, marked: "~~", to: &page)
    case .code(let code): page.add(hasColor ? code : Self.fenced(code), .code)
    case .link(let content, let destination, _):
      inner.isLink = true
      write(content, inner, to: &page)
      write(destination: destination, of: content, to: &page)
    case .image(let description, let source, _):
      page.add("[image: \(description.isEmpty ? source : description)]", formatting.isLink ? .link : .dim)
    case .embed(let label, let target):
      page.add(label == target ? "![[\(target)]]" : "![[\(target)|\(label)]]", .link)
    case .wikiLink(let content, let target):
      inner.isLink = true
      page.add(content.plainText == target ? "[[" : "[[\(target)|", .link)
      write(content, inner, to: &page)
      page.add("]]", .link)
    case .softBreak where lineBreaks == .join: page.add(" ", formatting.style)
    case .softBreak, .hardBreak: page.breakLine()
    }
  }

  /// Writes formatted content, between marks where colours do not show the formatting.
  private func write(
    _ content: [Markdown.Inline], _ formatting: Formatting, marked mark: String, to page: inout PageWriter
  ) {
    if !hasColor { page.add(mark, formatting.style) }
    write(content, formatting, to: &page)
    if !hasColor { page.add(mark, formatting.style) }
  }

  /// Writes the destination of a link in parentheses, unless the content says it.
  private func write(destination: String, of content: [Markdown.Inline], to page: inout PageWriter) {
    let text = content.plainText
    // The parser adds the schemes of bare addresses.
    let isSaid = ["", "mailto:", "http://"].contains { destination == $0 + text }
    if isSaid || destination.isEmpty { return }
    if !text.isEmpty { page.add(" ") }
    page.add("(\(destination))", .dim)
  }

  /// Returns code between backticks, of which there are more than inside the code.
  private static func fenced(_ code: String) -> String {
    var (longest, current) = (0, 0)
    for byte in code.utf8 {
      current = byte == UInt8(ascii: "`") ? current + 1 : 0
      longest = max(longest, current)
    }
    let fence = String(repeating: "`", count: longest + 1)
    return longest == 0 ? fence + code + fence : "\(fence) \(code) \(fence)"
  }
}

/// The formatting around a piece of text.
private struct Formatting {
  let base: TextStyle
  var isEmphasis = false
  var isStrong = false
  var isStruck = false
  var isLink = false

  /// The style to print in: of several, the one that says most.
  var style: TextStyle {
    if isLink { return .link }
    if isStruck { return .strikethrough }
    if base != .plain { return base }
    switch (isStrong, isEmphasis) {
    case (true, true): return .boldItalic
    case (true, false): return .bold
    case (false, true): return .italic
    case (false, false): return .plain
    }
  }
}
