import CMarkdown

extension Markdown {
  /// Parses a text.
  ///
  /// Of a text with more than 250,000 bytes, or one that was made to cost much, the tree is one block of code with the text as
  /// it is.
  package init(parsing text: String) {
    // Older releases of md4c look at the byte after the end, in a text that ends within a task's box or a destination.
    let bytes = Array(text.utf8) + [0, 0, 0, 0]
    let blocks = bytes.withUnsafeBufferPointer { MarkdownParser(text: .init(rebasing: $0.dropLast(4))).blocks() }
    self.init(blocks: blocks ?? [.code(info: "", text)], isVerbatim: blocks == nil)
  }
}

/// One run of md4c over a text. Every string of the tree is a copy, so that nothing points into the text afterwards.
private final class MarkdownParser {
  private let text: UnsafeBufferPointer<UInt8>
  private let builder = MarkdownBuilder()
  /// The bytes of destinations, titles and targets that the tree may have: one definition can be the destination of
  /// many links, so that a text of a megabyte could ask for terabytes.
  private var attributeBytes: Int
  /// The cells that the tree may have: a row that ends early is filled up, so that a few bytes could ask for many.
  private var cells: Int

  init(text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    attributeBytes = max(1 << 20, 4 * text.count)
    cells = max(1 << 16, text.count)
  }

  /// Returns the blocks of the text; `nil` for a text that costs too much.
  func blocks() -> [Markdown.Block]? {
    guard text.count <= Self.maximumSize, ListMarks.deepestLine(of: text) <= ListMarks.limit else { return nil }
    var callbacks = Self.callbacks
    // md4c uses the pointers during the call, and keeps none: the caller lends the text, and the lifetime of `self` is
    // extended beyond it. A `CChar` has the size and alignment of a byte.
    let status = withExtendedLifetime(self) {
      text.withMemoryRebound(to: CChar.self) {
        md_parse($0.baseAddress, MD_SIZE($0.count), &callbacks, Unmanaged.passUnretained(self).toOpaque())
      }
    }
    return status == 0 ? builder.document : nil
  }

  /// The number of bytes that md4c is given at most. For texts that were made to cost much, the time of its older releases
  /// grows with the square of the size.
  private static let maximumSize = 250_000

  private static var callbacks: MD_PARSER {
    var callbacks = MD_PARSER()
    let flags = [
      MD_FLAG_TABLES, MD_FLAG_TASKLISTS, MD_FLAG_STRIKETHROUGH, MD_FLAG_WIKILINKS, MD_FLAG_NOHTML,
    ]
    callbacks.flags = flags.reduce(0) { $0 | UInt32($1) }
    callbacks.enter_block = { type, detail, parser in MarkdownParser.from(parser).begin(type, detail) }
    callbacks.leave_block = { type, _, parser in MarkdownParser.from(parser).end(type) }
    callbacks.enter_span = { type, detail, parser in MarkdownParser.from(parser).begin(type, detail) }
    callbacks.leave_span = { _, _, parser in MarkdownParser.from(parser).endSpan() }
    callbacks.text = { type, text, size, parser in MarkdownParser.from(parser).add(type, text, size: size) }
    return callbacks
  }

  /// Returns the parser of a callback: md4c passes on the pointer that `blocks()` gave it, and that call has not returned.
  private static func from(_ pointer: UnsafeMutableRawPointer?) -> MarkdownParser {
    guard let pointer else { preconditionFailure("md4c calls back with the pointer that it was given") }
    return Unmanaged<MarkdownParser>.fromOpaque(pointer).takeUnretainedValue()
  }

  // MARK: Events, each of which returns zero, or -1 to stop the parser

  private func begin(_ type: MD_BLOCKTYPE, _ pointer: UnsafeMutableRawPointer?) -> CInt {
    switch type {
    case MD_BLOCK_DOC: builder.beginBlock(.document)
    case MD_BLOCK_QUOTE: builder.beginBlock(.quote)
    case MD_BLOCK_UL:
      let list = Self.detail(pointer, MD_BLOCK_UL_DETAIL.self)
      builder.beginBlock(.list(.bullet, isTight: list.is_tight != 0))
    case MD_BLOCK_OL:
      let list = Self.detail(pointer, MD_BLOCK_OL_DETAIL.self)
      builder.beginBlock(.list(.number(from: Int(list.start)), isTight: list.is_tight != 0))
    case MD_BLOCK_LI:
      let item = Self.detail(pointer, MD_BLOCK_LI_DETAIL.self)
      let isChecked = UInt8(bitPattern: item.task_mark) != UInt8(ascii: " ")
      builder.beginBlock(.item(isChecked: item.is_task == 0 ? nil : isChecked))
    case MD_BLOCK_HR: builder.beginBlock(.rule)
    case MD_BLOCK_H: builder.beginBlock(.heading(level: Int(Self.detail(pointer, MD_BLOCK_H_DETAIL.self).level)))
    case MD_BLOCK_CODE: builder.beginBlock(.code(info: string(Self.detail(pointer, MD_BLOCK_CODE_DETAIL.self).info)))
    case MD_BLOCK_P: builder.beginBlock(.paragraph)
    case MD_BLOCK_TABLE: builder.beginBlock(.table)
    case MD_BLOCK_THEAD: builder.beginBlock(.tableHead)
    case MD_BLOCK_TR: builder.beginBlock(.tableRow)
    case MD_BLOCK_TH, MD_BLOCK_TD:
      cells -= 1
      builder.beginBlock(.cell(Self.alignment(Self.detail(pointer, MD_BLOCK_TD_DETAIL.self).align)))
    default: builder.beginBlock(.transparent)
    }
    return status
  }

  private func end(_ type: MD_BLOCKTYPE) -> CInt {
    builder.endBlock(isNested: type == MD_BLOCK_QUOTE || type == MD_BLOCK_UL || type == MD_BLOCK_OL)
    return 0
  }

  private func begin(_ type: MD_SPANTYPE, _ pointer: UnsafeMutableRawPointer?) -> CInt {
    switch type {
    case MD_SPAN_EM: builder.beginSpan(.emphasis)
    case MD_SPAN_STRONG: builder.beginSpan(.strong)
    case MD_SPAN_DEL: builder.beginSpan(.strikethrough)
    case MD_SPAN_CODE: builder.beginSpan(.code)
    case MD_SPAN_A:
      let link = Self.detail(pointer, MD_SPAN_A_DETAIL.self)
      builder.beginSpan(.link(destination: string(link.href), title: string(link.title)))
    case MD_SPAN_IMG:
      let image = Self.detail(pointer, MD_SPAN_IMG_DETAIL.self)
      builder.beginSpan(.image(source: string(image.src), title: string(image.title)))
    case MD_SPAN_WIKILINK:
      builder.beginSpan(.wikiLink(target: string(Self.detail(pointer, MD_SPAN_WIKILINK_DETAIL.self).target)))
    default: builder.beginSpan(.transparent)
    }
    return status
  }

  private func endSpan() -> CInt {
    builder.endSpan()
    return 0
  }

  private func add(_ type: MD_TEXTTYPE, _ text: UnsafePointer<CChar>?, size: MD_SIZE) -> CInt {
    switch type {
    case MD_TEXT_BR: builder.add(.hardBreak)
    case MD_TEXT_SOFTBR: builder.add(.softBreak)
    default: builder.add(Self.string(text, size: size, type))
    }
    return 0
  }

  private var status: CInt { attributeBytes >= 0 && cells >= 0 ? 0 : -1 }

  // MARK: Values of md4c

  /// Returns the details of a block or span: md4c's header says which structure the pointer has for a type, and md4c passes
  /// one that is valid during the callback.
  private static func detail<Detail>(_ pointer: UnsafeMutableRawPointer?, _ type: Detail.Type) -> Detail {
    guard let pointer else { preconditionFailure("md4c has details of each \(type)") }
    return pointer.assumingMemoryBound(to: type).pointee
  }

  private static func alignment(_ alignment: MD_ALIGN) -> Markdown.Table.Alignment {
    switch alignment {
    case MD_ALIGN_LEFT: .left
    case MD_ALIGN_CENTER: .center
    case MD_ALIGN_RIGHT: .right
    default: .none
    }
  }

  /// Returns a string that is not part of the text, such as a destination, from its pieces; empty beyond the limit.
  private func string(_ attribute: MD_ATTRIBUTE) -> String {
    attributeBytes -= Int(attribute.size)
    // An attribute without text has no pieces, and both pointers are null.
    guard attributeBytes >= 0, attribute.size > 0, let types = attribute.substr_types, let text = attribute.text,
      let offsets = attribute.substr_offsets
    else { return "" }
    var result = ""
    var index = 0
    // The last offset is the size of the text, after as many others as there are types, so that no index is beyond them.
    while offsets[index] < attribute.size {
      let (start, end) = (offsets[index], offsets[index + 1])
      result += Self.string(text + Int(start), size: end - start, types[index])
      index += 1
    }
    return result
  }

  /// Returns a copy of a piece of text, which md4c passes as a pointer and a number of bytes.
  private static func string(_ text: UnsafePointer<CChar>?, size: MD_SIZE, _ type: MD_TEXTTYPE) -> String {
    if type == MD_TEXT_NULLCHAR { return "\u{FFFD}" }
    let piece = String(decoding: UnsafeRawBufferPointer(start: text, count: Int(size)), as: UTF8.self)
    return type == MD_TEXT_ENTITY ? MarkdownEntities.decoded(piece) ?? piece : piece
  }
}

/// A check of the lists that begin on one line, as in `- - - a`.
///
/// md4c goes through all open lists for each blank line, so that many lists before many blank lines would take it hours.
private enum ListMarks {
  /// The number of marks at the start of a line up to which md4c is given a text. Lists on lines of their own need no limit:
  /// each is indented further, so that a text of a megabyte has at most a thousand of them in each other.
  static let limit = 200

  /// Returns the largest number of list marks at the start of a line. O(length of the text).
  static func deepestLine(of text: UnsafeBufferPointer<UInt8>) -> Int {
    var (deepest, marks, isAtStart, isAfterMark) = (0, 0, true, false)
    for byte in text {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        (marks, isAtStart, isAfterMark) = (0, true, false)
      case _ where !isAtStart: break
      case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "."), UInt8(ascii: ")"):
        isAfterMark = true
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        if isAfterMark { marks += 1 }
        isAfterMark = false
        deepest = max(deepest, marks)
      case UInt8(ascii: ">"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        isAfterMark = false
      default:
        isAtStart = false
      }
    }
    return deepest
  }
}
