import Foundation
import Testing

/// Marks a behaviour in which Wiring differs from the peer on purpose, with the page that explains why.
///
/// A test whose link leads nowhere fails without running.
struct Difference: TestTrait {
  fileprivate let link: PageLink

  func prepare(for test: Test) throws {
    try link.check()
  }
}

extension Trait where Self == Difference {
  /// Links a difference to its explanation.
  ///
  /// - Parameter page: The page's path from the root of the package, with the heading as GitHub writes its anchor:
  ///   `docs/errors/W001.md#why-it-is-an-error`.
  static func differs(_ page: String) -> Self { Difference(link: PageLink(page)) }
}

/// A link to a heading of a page in this package.
struct PageLink: CustomStringConvertible {
  let path: String
  let anchor: String

  init(_ text: String) {
    let parts = text.split(separator: "#", maxSplits: 1)
    path = String(parts.first ?? "")
    anchor = parts.count > 1 ? String(parts[1]) : ""
  }

  var description: String { "\(path)#\(anchor)" }

  /// Reads the page.
  ///
  /// - Throws: An error of reading, or ``MissingHeading``.
  func check() throws {
    var isCode = false
    for line in try Checkout.text(path).split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      if !isCode, line.hasPrefix("#"), Self.anchor(of: line) == anchor { return }
    }
    throw MissingHeading(link: description)
  }

  /// Returns the anchor that GitHub gives a heading.
  private static func anchor(of heading: Substring) -> String {
    let text = heading.drop { $0 == "#" || $0 == " " }.lowercased()
    return String(text.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }.map { $0 == " " ? "-" : $0 })
  }
}

/// The heading of a link is not in its page.
struct MissingHeading: Error, Equatable {
  let link: String
}

/// The package that these tests were built from, as it lies on the disk.
enum Checkout {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let folder = "Tests/PeerExpectationTests"

  /// Reads a file, whose path begins at the root of the package.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Reads the tests of this target's files whose names begin with a prefix.
  static func tests(inFilesWithPrefix prefix: String) throws -> String {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".swift") }
      .sorted().map { try text("\(folder)/\($0)") }.joined()
  }
}
