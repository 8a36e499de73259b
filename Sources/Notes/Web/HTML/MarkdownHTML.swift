import NotesDomain
import NotesFronts
import NotesMarkdown

/// The text of a note in Markdown, as HTML.
///
/// Not md4c's own HTML: links in notes may begin with `javascript:`, and those to notes and attachments need other addresses.
struct MarkdownHTML {
  /// Returns the address of a link's destination; `nil` to show its text only.
  let address: (MarkdownLink) -> String?
  /// Returns the address of an image on this machine; `nil` to show a link to it.
  let image: (String) -> String?
  let lineBreaks: LineBreakStyle

  /// Returns the HTML of a text, without a heading at its beginning that repeats the title of the page.
  func html(_ text: String, title: String) -> HTML {
    let markdown = Markdown(parsing: text)
    var blocks = markdown.blocks
    if case .heading(_, let content)? = blocks.first, content.plainText == title { blocks.removeFirst() }
    let html = self.blocks(blocks)
    return markdown.isVerbatim ? "<p class=\"notice\">This text is too large to be formatted.</p>\n\(html)" : html
  }

  private func blocks(_ blocks: [Markdown.Block], isTight: Bool = false) -> HTML {
    var html: HTML = ""
    for block in blocks { html += self.block(block, isTight: isTight) }
    return html
  }

  private func block(_ block: Markdown.Block, isTight: Bool) -> HTML {
    switch block {
    case .heading(let level, let content):
      // The page has the only heading of the first level.
      heading(level: min(level + 1, 6), inlines(content))
    case .paragraph(let content): isTight ? "\(inlines(content))\n" : "<p>\(inlines(content))</p>\n"
    case .quote(let content): "<blockquote>\n\(blocks(content))</blockquote>\n"
    case .list(let list): self.list(list)
    case .code(_, let code): "<pre><code>\(code)</code></pre>\n"
    case .rule: "<hr>\n"
    case .table(let table): self.table(table)
    }
  }

  private func heading(level: Int, _ content: HTML) -> HTML { "<h\(level)>\(content)</h\(level)>\n" }

  private func list(_ list: Markdown.List) -> HTML {
    var items: HTML = ""
    for item in list.items {
      let content = blocks(item.blocks, isTight: list.isTight)
      if let isChecked = item.isChecked {
        let box: HTML =
          isChecked
          ? #"<input type="checkbox" aria-label="Done" disabled checked>"#
          : #"<input type="checkbox" aria-label="To do" disabled>"#
        items += #"<li class="task">\#(box) \#(content)</li>\#n"#
      } else {
        items += "<li>\(content)</li>\n"
      }
    }
    return switch list.marker {
    case .bullet: "<ul>\n\(items)</ul>\n"
    case .number(let first): #"<ol start="\#(first)">\#n\#(items)</ol>\#n"#
    }
  }

  private func table(_ table: Markdown.Table) -> HTML {
    func row(_ cells: [[Markdown.Inline]], _ cell: (HTML, Markdown.Table.Alignment) -> HTML) -> HTML {
      var html: HTML = "<tr>"
      for (content, alignment) in zip(cells, table.alignments) { html += cell(inlines(content), alignment) }
      html += "</tr>\n"
      return html
    }
    var body: HTML = ""
    for cells in table.rows { body += row(cells) { #"<td class="\#($1.cssClass)">\#($0)</td>"# } }
    let head = row(table.header) { #"<th scope="col" class="\#($1.cssClass)">\#($0)</th>"# }
    return
      #"<div class="table" tabindex="0"><table>\#n<thead>\#(head)</thead>\#n<tbody>\#(body)</tbody>\#n</table></div>\#n"#
  }

  private func inlines(_ inlines: [Markdown.Inline]) -> HTML {
    var html: HTML = ""
    for inline in inlines { html += self.inline(inline) }
    return html
  }

  private func inline(_ inline: Markdown.Inline) -> HTML {
    switch inline {
    case .text(let text): "\(text)"
    case .emphasis(let content): "<em>\(inlines(content))</em>"
    case .strong(let content): "<strong>\(inlines(content))</strong>"
    case .strikethrough(let content): "<del>\(inlines(content))</del>"
    case .code(let code): "<code>\(code)</code>"
    case .link(let content, let destination, _): link(inlines(content), .destination(destination))
    case .wikiLink(let content, let target): link(inlines(content), .note(target))
    case .image(let description, let source, _):
      picture(source, description) ?? link("\(description.isEmpty ? source : description)", .destination(source))
    case .embed(let label, let target):
      // Obsidian has the width of a picture for its label.
      picture(target, Int(label) == nil ? label : target) ?? link("\(label)", .note(target))
    case .softBreak where lineBreaks == .join: "\n"
    case .softBreak, .hardBreak: "<br>\n"
    }
  }

  /// Returns an image; `nil` if it is not on this machine.
  private func picture(_ source: String, _ description: String) -> HTML? {
    image(source).map { #"<img src="\#($0)" alt="\#(description)" loading="lazy">"# }
  }

  private func link(_ content: HTML, _ link: MarkdownLink) -> HTML {
    guard let address = address(link) else { return content }
    return address.hasPrefix("/")
      ? #"<a href="\#(address)">\#(content)</a>"#
      : #"<a href="\#(address)" rel="noopener noreferrer" target="_blank">\#(content)</a>"#
  }
}

/// The destination of a link in a note.
enum MarkdownLink: Sendable, Hashable {
  /// The name of another note.
  case note(String)
  /// An address, or the path of a file beside the note.
  case destination(String)
}

extension Markdown.Table.Alignment {
  fileprivate var cssClass: String {
    switch self {
    case .none, .left: "left"
    case .center: "center"
    case .right: "right"
    }
  }
}
