import Foundation

/// The package that these tests were built from, as it lies on the disk.
enum Checkout {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a file.
  ///
  /// - Parameter path: Its path from the root of the package.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The texts of this target's sources.
  static func testSources() throws -> [String] {
    let folder = "Tests/SeedConformanceTests"
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
    return try names.filter { $0.hasSuffix(".swift") }.sorted().map { try text("\(folder)/\($0)") }
  }
}
