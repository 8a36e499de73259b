import Foundation
import Testing

/// A page about leaving another container, with the folder of the sources of its code.
struct MigrationPage: Sendable, CustomTestStringConvertible {
  /// The name of the page in `docs/migrating`.
  let name: String
  /// The folder of its sources, in this target.
  let folder: String

  static let index = MigrationPage(name: "README.md", folder: "Index")
  static let all = [
    index,
    MigrationPage(name: "swinject.md", folder: "Swinject"),
    MigrationPage(name: "factory.md", folder: "Factory"),
    MigrationPage(name: "swift-dependencies.md", folder: "SwiftDependencies"),
    MigrationPage(name: "needle.md", folder: "Needle"),
    MigrationPage(name: "resolver.md", folder: "Resolver"),
    MigrationPage(name: "safedi.md", folder: "SafeDI"),
    MigrationPage(name: "by-hand.md", folder: "ByHand"),
  ]

  /// The languages of blocks: code that is compiled here, code of the other container, and what a program prints.
  static let languages: Set<String> = ["swift", "swift before", "text"]

  var testDescription: String { name }

  /// A stretch of lines, without regard to how they are indented.
  typealias Block = [String]

  /// The lines of the page.
  func lines() throws -> [String] { try Self.lines(of: "docs/migrating/\(name)") }

  /// The fenced blocks of the page, by language.
  func blocks() throws -> [(language: String, lines: Block)] {
    var blocks: [(language: String, lines: Block)] = []
    var open: (language: String, lines: Block)?
    for line in try lines() {
      if let block = open {
        if line == "```" {
          blocks.append(block)
          open = nil
        } else {
          open?.lines.append(line)
        }
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), [])
      }
    }
    return blocks
  }

  /// The lines between `// guide:` and `// end` in the sources of the page.
  ///
  /// - Parameter isIncluded: Whether a region with this name is returned.
  func regions(where isIncluded: (String) -> Bool) throws -> [Block] {
    var regions: [Block] = []
    for file in try Self.files(in: "Tests/MigrationTests/\(folder)") {
      var open: Block?
      for line in try Self.lines(of: file) {
        if line.hasPrefix("// guide: ") {
          open = isIncluded(String(line.dropFirst(10))) ? [] : nil
        } else if line == "// end", let region = open {
          regions.append(region)
          open = nil
        } else {
          open?.append(line)
        }
      }
    }
    return regions
  }
}

extension MigrationPage {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The names of the pages on the disk.
  static func names() throws -> [String] {
    try files(in: "docs/migrating").compactMap { $0.split(separator: "/").last.map(String.init) }
  }

  /// The Swift files or pages of a folder, with their paths from the root of the package.
  private static func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
      .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
  }

  private static func lines(of path: String) throws -> [String] {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map { String($0.drop { $0 == " " }) }
  }
}
