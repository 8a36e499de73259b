/// A text in Markdown as a tree of blocks and inlines, for fronts that show it:
///
/// ```swift
/// for block in Markdown(parsing: note.body).blocks { … }
/// ```
///
/// The dialect is CommonMark with tables, task lists, strikethrough, bare web and mail addresses as links, wiki links and embedded
/// files. HTML is text like any other. Code that walks the tree can recurse: ``maximumDepth`` limits the nesting of quotes and lists, and
/// that of inlines; what is nested deeper is content of the deepest level.
///
/// Not for front matter, links between notes or edits of a text: those need the positions of the source, which the tree lacks.
package struct Markdown: Sendable, Hashable {
  /// The number of levels to which quotes and lists are nested, and within a block the inlines.
  package static let maximumDepth = 100

  package var blocks: [Block]
  /// Whether the text was not parsed, since it is too large.
  package let isVerbatim: Bool

  package init(blocks: [Block], isVerbatim: Bool = false) {
    self.blocks = blocks
    self.isVerbatim = isVerbatim
  }

  package enum Block: Sendable, Hashable {
    /// A heading; the level is one of 1 to 6.
    case heading(level: Int, [Inline])
    case paragraph([Inline])
    case quote([Block])
    case list(List)
    /// Text to show as it is. Each line ends with `\n`; `info` is the text after an opening fence, such as `swift`.
    case code(info: String, String)
    /// A thematic break.
    case rule
    case table(Table)
  }

  package indirect enum Inline: Sendable, Hashable {
    case text(String)
    case emphasis([Inline])
    case strong([Inline])
    case strikethrough([Inline])
    case code(String)
    /// A link; the title is empty if there is none.
    case link([Inline], destination: String, title: String)
    /// An image with its description in plain text; the title is empty if there is none.
    case image(String, source: String, title: String)
    /// A link to another note, `[[target|label]]`; without a label, the target is the content.
    case wikiLink([Inline], target: String)
    /// A file or a note to show in this place, `![[target|label]]`; without a label, the target is the label.
    case embed(String, target: String)
    /// A line break of the source, which is shown as a space.
    case softBreak
    /// A line break to show.
    case hardBreak
  }
}

extension Markdown {
  package struct List: Sendable, Hashable {
    package var marker: Marker
    /// Whether the items follow each other without blank lines.
    package var isTight: Bool
    package var items: [Item]

    package init(marker: Marker, isTight: Bool, items: [Item]) {
      self.marker = marker
      self.isTight = isTight
      self.items = items
    }

    package enum Marker: Sendable, Hashable {
      case bullet
      /// The numbers of an ordered list, from that of its first item.
      case number(from: Int)
    }

    package struct Item: Sendable, Hashable {
      /// Whether the box of a task is checked; `nil` for an item that is no task.
      package var isChecked: Bool?
      package var blocks: [Block]

      package init(isChecked: Bool? = nil, blocks: [Block]) {
        self.isChecked = isChecked
        self.blocks = blocks
      }
    }
  }

  /// A table. The header and all rows have as many cells as there are columns.
  package struct Table: Sendable, Hashable {
    /// The alignment of each column.
    package var alignments: [Alignment]
    package var header: [[Inline]]
    package var rows: [[[Inline]]]

    package init(alignments: [Alignment], header: [[Inline]], rows: [[[Inline]]]) {
      self.alignments = alignments
      self.header = header
      self.rows = rows
    }

    package enum Alignment: Sendable, Hashable {
      case none, left, center, right
    }
  }
}

extension [Markdown.Inline] {
  /// The text without its formatting: descriptions of images in their place, and line breaks as spaces.
  package var plainText: String {
    reduce(into: "") { text, inline in
      switch inline {
      case .text(let content), .code(let content), .image(let content, _, _), .embed(let content, _): text += content
      case .emphasis(let content), .strong(let content), .strikethrough(let content), .link(let content, _, _),
        .wikiLink(let content, _):
        text += content.plainText
      case .softBreak, .hardBreak: text += " "
      }
    }
  }
}
