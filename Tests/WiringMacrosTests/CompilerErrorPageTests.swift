import Foundation
import Testing

/// The page of the compiler's errors, whose samples are compiled with this compiler.
@Suite struct CompilerErrorPageTests {
  /// A heading of the page, with the line that is an error and the one that is not.
  private struct Sample {
    let message: String
    let lines: [String]
  }

  private let prelude: String
  private let samples: [Sample]

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let page = try String(contentsOf: root.appending(path: "docs/compiler-errors.md"), encoding: .utf8)
    let sections = page.components(separatedBy: "\n## ")
    prelude = try #require(Self.code(in: sections[0]))
    samples = sections.dropFirst().compactMap { section in
      guard let code = Self.code(in: section) else { return nil }
      return Sample(message: String(section.prefix { $0 != "\n" }), lines: code.split(separator: "\n").map(String.init))
    }
  }

  private static func code(in section: String) -> String? {
    section.components(separatedBy: "```swift\n").dropFirst().first?.components(separatedBy: "```").first
  }

  private func compile(_ lines: [String]) throws -> Compilation {
    let url = FileManager.default.temporaryDirectory.appending(path: "Page-\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: url) }
    let functions = lines.enumerated().map { "func f\($0.offset)(_ binder: inout Binder) { \($0.element) }\n" }
    try Data((prelude + functions.joined()).utf8).write(to: url)
    return try Fixture(url: url).compile()
  }

  @Test func `the first line of each sample is an error with the words of its heading`() throws {
    // When
    let compilation = try compile(samples.map { $0.lines[0] })
    // Then
    let first = prelude.split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(samples.count == 15)
    for (index, sample) in samples.enumerated() {
      let errors = compilation.diagnostics.filter {
        $0.contains(".swift:\(first + index):") && $0.contains(": error: ")
      }
      #expect(errors.contains { $0.contains(sample.message) }, "\(sample.message): \(errors)")
    }
  }

  @Test func `the second line of each sample compiles`() throws {
    let compilation = try compile(samples.flatMap { $0.lines.dropFirst() })
    #expect(compilation.succeeded, "\(compilation.text)")
  }
}
