import Foundation

/// A page that shows code of the program: in each section, links to files, and Swift code from one of them.
struct QuotingPage {
  /// The text under a heading of the second level.
  struct Section {
    let title: String
    /// The paths of the files that are linked, from the root of the package.
    let files: [String]
    let code: [String]

    /// The pieces of code that are in none of the files, ignoring white space.
    var misquoted: [String] {
      get throws {
        let sources = try files.map { try Checkout.text($0).words }
        return code.filter { piece in !sources.contains { $0.contains(piece.words) } }
      }
    }
  }

  let sections: [Section]

  /// Reads a page.
  ///
  /// - Parameter name: The page's name inside `docs`.
  init(_ name: String) throws {
    sections = try Checkout.text("docs/\(name)").components(separatedBy: "\n## ").dropFirst().map { text in
      let pieces = text.components(separatedBy: "```")
      return Section(
        title: String(text.prefix { $0 != "\n" }),
        files: text.matches(of: /\]\(\.\.\/([^)]+\.swift)\)/).map { String($0.output.1) },
        code: pieces.filter { $0.hasPrefix("swift\n") }.map { String($0.dropFirst(6)) })
    }
  }
}

extension String {
  /// The text with one space for every stretch of white space.
  fileprivate var words: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
