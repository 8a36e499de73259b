import Wiring
import WiringContext

/// Context files, whose problems have locations in the text.
enum Contexts {
  private static let reader = ContextReader(environment: ["NOTES_DATA": "/data"])

  static func check(_ bytes: [UInt8], as format: ContextFormat) {
    let context = reader.read(bytes, as: format, named: "fuzz")
    let lines = bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") || $0 >= 0x80 } + 1
    for problem in context.problems {
      Fuzzing.check(!problem.description.isEmpty, "a problem without a description")
      guard let location = problem.location else { continue }
      Fuzzing.check(location.line >= 1 && location.column >= 1, "a location before the text: \(problem)")
      Fuzzing.check(location.line <= lines + 1, "a location after the text: \(problem)")
    }
    let again = reader.read(bytes, as: format, named: "fuzz")
    Fuzzing.check(again.problems == context.problems, "two readings differ")
  }
}
