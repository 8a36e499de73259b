import Foundation
import Testing
import WiringContext

/// A context that is written in every format.
struct Sample: CustomTestStringConvertible {
  let format: ContextFormat

  static let all = ContextFormat.allCases.map { Sample(format: $0) }

  /// The folder of the samples.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Samples")

  var testDescription: String { format.rawValue }
  var name: String { "shop.\(format.rawValue)" }
  var path: String { Self.folder.appending(path: name).path }

  func bytes() throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }
}
