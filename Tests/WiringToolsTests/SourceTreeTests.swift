import Foundation
import Testing
import Wiring

@testable import WiringTools

@Suite struct SourceTreeTests {
  private static let files = [
    "Package.swift": "", "Sources/App/Main.swift": "one\ntwo\n", "Sources/App/Deep/Clock.swift": "one\n",
    "Sources/Core/Clock.swift": "one\n", "Sources/my-app/Main.swift": "one\n", "Classes/Store.swift": "one\n",
    ".build/checkouts/Other/Hidden.swift": "one\n",
    "context/demo.yaml": "one\n",
  ]

  /// The path of a location, relative to the package.
  private func found(
    _ fileID: String, line: Int = 1, column: Int = 1, folders: [String: String] = [:]
  ) throws -> String? {
    try withFolder(of: Self.files) { root in
      let tree = SourceTree(root: root, folders: folders.mapValues { "\(root)/\($0)" })
      let path = tree.path(of: SourceLocation(path: fileID, line: line, column: column))
      return path.map { String($0.dropFirst(root.count + 1)) }
    }
  }

  @Test(arguments: [
    ("App/Main.swift", "Sources/App/Main.swift"), ("App/Clock.swift", "Sources/App/Deep/Clock.swift"),
    ("Core/Clock.swift", "Sources/Core/Clock.swift"), ("Anything/Store.swift", "Classes/Store.swift"),
    ("my_app/Main.swift", "Sources/my-app/Main.swift"), ("context/demo.yaml", "context/demo.yaml"),
  ])
  func `the file of a module is found by its name`(fileID: String, path: String) throws {
    #expect(try found(fileID) == path)
  }

  @Test(arguments: ["Neither/Clock.swift", "Other/Hidden.swift", "App/Gone.swift", "Main.swift", "", "/", "context"])
  func `a file that is ambiguous, hidden or absent is not found`(fileID: String) throws {
    #expect(try found(fileID) == nil)
  }

  @Test(arguments: [(3, 4), (4, 1), (9, 1), (1, 9)])
  func `a file without that line is that of another package`(line: Int, column: Int) throws {
    #expect(try found("App/Main.swift", line: line, column: column) == nil)
  }

  @Test func `a module whose folder is known is found by that alone`() throws {
    let folders = ["Shop": "Sources/App", "Base": "Sources/Core"]
    #expect(try found("Shop/Clock.swift", folders: folders) == "Sources/App/Deep/Clock.swift")
    #expect(try found("Base/Clock.swift", folders: folders) == "Sources/Core/Clock.swift")
    #expect(try found("Core/Clock.swift", folders: folders) == nil)
    #expect(try found("Base/Store.swift", folders: folders) == nil)
  }

  @Test func `the package of a file is the nearest folder with a manifest`() throws {
    let location = SourceLocation(path: "App/Main.swift", line: 1, column: 1)
    try withFolder(of: Self.files) { root in
      let path = SourceTree.containing("\(root)/Sources/App/Deep/Clock.swift")?.path(of: location)
      #expect(path == "\(root)/Sources/App/Main.swift")
    }
    for path in ["Main.swift", "/nowhere/Main.swift"] {
      #expect(SourceTree.containing(path).map { _ in path } == nil)
    }
  }
}

/// Calls a function with a temporary folder of files.
func withFolder<Result>(of files: [String: String], _ body: (_ path: String) throws -> Result) throws -> Result {
  let root = FileManager.default.temporaryDirectory.appending(path: "wiring-tools-\(UUID())")
  defer { try? FileManager.default.removeItem(at: root) }
  for (path, text) in files {
    let file = root.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
  return try body(root.path)
}
