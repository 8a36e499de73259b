/// The addresses and embedded files in a piece of text, which md4c leaves as text.
///
/// md4c finds addresses itself if asked, in a time that grows with the square of the text: 8 seconds for one of 250,000 bytes. This
/// is linear. Which text is an address is as in GitHub's Markdown (<https://github.github.com/gfm/#autolinks-extension->).
struct MarkdownText {
  private let bytes: [UInt8]
  private var inlines: [Markdown.Inline] = []
  /// The end of the text that is in ``inlines``.
  private var done = 0

  /// Returns the inlines of a text: links to bare addresses, embedded files and notes, and the text between them. O(n).
  static func inlines(of text: String) -> [Markdown.Inline] {
    guard text.utf8.contains(where: { $0 == .colon || $0 == .at || $0 == .dot || $0 == .exclamation }) else {
      return [.text(text)]
    }
    var parser = MarkdownText(bytes: Array(text.utf8))
    return parser.parse()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func parse() -> [Markdown.Inline] {
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case .exclamation: index = embed(at: index) ?? index + 1
      case UInt8(ascii: "h"), UInt8(ascii: "H"), UInt8(ascii: "w"), UInt8(ascii: "W"):
        index = webAddress(at: index) ?? index + 1
      case .at: index = mailAddress(around: index) ?? index + 1
      default: index += 1
      }
    }
    endText(at: bytes.count)
    return inlines
  }

  // MARK: What is more than text; each returns the position behind it, and nil if there is none

  /// Reads `![[target]]` or `![[target|label]]`.
  private mutating func embed(at start: Int) -> Int? {
    guard starts(with: "![[", at: start) else { return nil }
    var end = start + 3
    while end < bytes.count, bytes[end] != UInt8(ascii: "]") {
      if bytes[end] == UInt8(ascii: "[") { return nil }
      end += 1
    }
    guard starts(with: "]]", at: end) else { return nil }
    let parts = string(start + 3, end).utf8
      .split(separator: UInt8(ascii: "|"), maxSplits: 1, omittingEmptySubsequences: false).map { String(Substring($0)) }
    guard let target = parts.first, !target.isEmpty else { return nil }
    add(.embed(parts.last ?? target, target: target), from: start, to: end + 2)
    return end + 2
  }

  private mutating func webAddress(at start: Int) -> Int? {
    if start > done, bytes[start - 1].isAlphanumeric || [.slash, .dot, .at].contains(bytes[start - 1]) { return nil }
    guard let scheme = ["https://", "http://", "www."].first(where: { starts(with: $0, at: start) }) else { return nil }
    var end = start + scheme.utf8.count
    let host = end
    while end < bytes.count, bytes[end] > 0x20, bytes[end] != UInt8(ascii: "<") { end += 1 }
    let stop = end
    end = withoutPunctuation(from: start, to: end)
    guard end > host, bytes[host].isAlphanumeric || bytes[host] >= 0x80 || bytes[host] == UInt8(ascii: "[") else {
      return stop
    }
    if scheme == "www.", !bytes[host..<end].contains(.dot) { return stop }
    let text = string(start, end)
    add(.link([.text(text)], destination: scheme == "www." ? "http://" + text : text, title: ""), from: start, to: end)
    // Not `end`: what was cut off is no beginning of another address.
    return stop
  }

  private mutating func mailAddress(around at: Int) -> Int? {
    var start = at
    while start > done, bytes[start - 1].isAlphanumeric || ".+-_".utf8.contains(bytes[start - 1]) { start -= 1 }
    var end = at + 1
    while end < bytes.count, bytes[end].isAlphanumeric || ".-".utf8.contains(bytes[end]) { end += 1 }
    let stop = end
    while end > at + 1, !bytes[end - 1].isAlphanumeric { end -= 1 }
    guard start < at, bytes[at + 1..<end].contains(.dot), bytes[at + 1] != .dot else { return stop }
    let text = string(start, end)
    add(.link([.text(text)], destination: "mailto:" + text, title: ""), from: start, to: end)
    return stop
  }

  /// Returns the end of an address without the punctuation of the sentence, and without parentheses that close none of its own.
  private func withoutPunctuation(from start: Int, to end: Int) -> Int {
    var end = end
    var surplus = 0
    for byte in bytes[start..<end] { surplus += byte == UInt8(ascii: ")") ? 1 : byte == UInt8(ascii: "(") ? -1 : 0 }
    while end > start {
      let last = bytes[end - 1]
      if last == UInt8(ascii: ")"), surplus > 0 {
        surplus -= 1
      } else if !"?!.,:;*_~'\"".utf8.contains(last) {
        break
      }
      end -= 1
    }
    return end
  }

  // MARK: The result

  private mutating func add(_ inline: Markdown.Inline, from start: Int, to end: Int) {
    endText(at: start)
    inlines.append(inline)
    done = end
  }

  private mutating func endText(at end: Int) {
    if end > done { inlines.append(.text(string(done, end))) }
    done = end
  }

  private func string(_ start: Int, _ end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self) }

  /// Returns whether the text has some lowercase letters and signs at a position, in either case.
  private func starts(with text: String, at position: Int) -> Bool {
    position + text.utf8.count <= bytes.count && zip(text.utf8, bytes[position...]).allSatisfy { $0 == $1.lowercased }
  }
}

extension UInt8 {
  fileprivate static var colon: Self { Self(ascii: ":") }
  fileprivate static var at: Self { Self(ascii: "@") }
  fileprivate static var dot: Self { Self(ascii: ".") }
  fileprivate static var slash: Self { Self(ascii: "/") }
  fileprivate static var exclamation: Self { Self(ascii: "!") }

  fileprivate var lowercased: Self { Self(ascii: "A")...Self(ascii: "Z") ~= self ? self | 0x20 : self }

  /// Whether it is an ASCII letter or digit.
  fileprivate var isAlphanumeric: Bool {
    switch self {
    case Self(ascii: "0")...Self(ascii: "9"), Self(ascii: "A")...Self(ascii: "Z"), Self(ascii: "a")...Self(ascii: "z"):
      true
    default: false
    }
  }
}
