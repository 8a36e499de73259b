import Foundation

/// A page of the documentation, for tests that compare it with the code.
struct Page {
  /// A fenced code block of the page.
  struct Block {
    let language: String
    let text: String
  }

  let url: URL
  let text: String

  /// The root of the package.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    .standardized

  /// Reads a page.
  ///
  /// - Parameter name: The page's path inside `docs`.
  init(_ name: String) throws {
    try self.init(path: "docs/" + name)
  }

  /// Reads a page.
  ///
  /// - Parameter path: The page's path from the root of the package.
  init(path: String) throws {
    url = Self.root.appendingPathComponent(path)
    text = try String(contentsOf: url, encoding: .utf8)
  }

  /// The fenced code blocks, in order.
  var blocks: [Block] {
    var blocks: [Block] = []
    var open: (language: String, lines: [Substring])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("```") else {
        open?.lines.append(line)
        continue
      }
      if let (language, lines) = open {
        blocks.append(Block(language: language, text: lines.joined(separator: "\n")))
        open = nil
      } else {
        open = (String(line.dropFirst(3)), [])
      }
    }
    return blocks
  }

  /// The code blocks in a language, with normalized white space.
  func blocks(in language: String) -> [String] {
    blocks.filter { $0.language == language }.map(\.text.words)
  }
}

extension String {
  /// The text with one space for each run of white space.
  var words: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
