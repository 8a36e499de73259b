import Foundation
import Testing

/// What the README shows is what the sources and the golden files say.
@Suite struct ReadmeTests {
  @Test func `the module it shows is the one of the storage layer`() throws {
    let shown = try block("swift", with: "PersistenceModule").map(\.withoutIndent).filter { !$0.isEmpty }
    let source = try Checkout.file("Sources/Notes/Persistence/PersistenceModule.swift").lines.map(\.withoutIndent)
    #expect(shown.count > 10)
    #expect(shown.filter { !source.contains($0) } == [])
    #expect(source.filter { $0.hasPrefix("binder.") && !shown.contains($0) } == [], "it says that this is all")
  }

  @Test func `the program it begins with is the first example`() throws {
    let example = try Checkout.file("Examples/Hello/main.swift").lines.map(String.init)
    #expect(try block("swift", with: "import Wiring") + [""] == example)
  }

  @Test func `the report it shows is the golden one`() throws {
    let golden = try Checkout.file("Tests/WiringTests/Golden/W001-missing.txt").lines.map(String.init)
    #expect(try block("text") == Array(golden.last == "" ? golden.dropLast() : golden[...]))
  }

  @Test func `the modules it counts are those of the root`() throws {
    let root = try Checkout.file("Sources/notesctl/ProductionModules.swift").text
      .split(separator: "func serverModules")
    let counts = root.map { part in
      part.split(separator: "\n").count {
        $0.hasSuffix("Module(),") || $0.contains(/storeModule\(for:|Module\(isEncrypted:/) && $0.hasSuffix(",")
      }
    }
    #expect(counts == [14, 10])
    let readme = try Checkout.file("README.md").text
    #expect(readme.contains("fourteen modules make a device") && readme.contains("ten a server"))
  }

  @Test func `the list of modules on the page about the architecture is the root's`() throws {
    let shown = try block("swift", of: "docs/architecture.md").joined(separator: "\n")
    #expect(try Checkout.file("Sources/notesctl/ProductionModules.swift").text.contains(shown))
  }

  /// The lines of the first block in a language that contains a text.
  private func block(_ language: String, of page: String = "README.md", with text: String = "") throws -> [String] {
    let blocks = try Checkout.file(page).text.components(separatedBy: "```\(language)\n").dropFirst()
    let contents = blocks.compactMap { $0.components(separatedBy: "\n```").first }
    let block = try #require(contents.first { text.isEmpty || $0.contains(text) })
    return block.components(separatedBy: "\n")
  }
}

extension StringProtocol {
  fileprivate var withoutIndent: String { String(drop { $0 == " " }) }
}
