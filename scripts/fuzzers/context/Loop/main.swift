import ContextFuzzerDriver
import Wiring
import WiringContext

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Feeds a reader of context files with what libFuzzer makes up. The first argument is the format; the others are
/// libFuzzer's.
enum Fuzzing {
  static let format = CommandLine.arguments.dropFirst().first.flatMap(ContextFormat.init(rawValue:)) ?? .json
  static let reader = ContextReader(environment: ["NOTES_DATA": "/data"])

  static func read(_ bytes: [UInt8]) {
    let context = reader.read(bytes, as: format, named: "fuzz")
    let lines = bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") || $0 >= 0x80 } + 1
    for problem in context.problems {
      precondition(!problem.description.isEmpty)
      guard let location = problem.location else { continue }
      precondition(location.line >= 1 && location.column >= 1, "a place before the text: \(problem)")
      precondition(location.line <= lines + 1, "a place behind the text: \(problem)")
    }
    let again = reader.read(bytes, as: format, named: "fuzz")
    precondition(again.problems == context.problems, "read twice, and not alike")
  }
}

var arguments = CommandLine.unsafeArgv
var count = CommandLine.argc
if count > 1 {
  // libFuzzer must not see the format.
  for index in 1..<Int(count) { arguments[index] = arguments[index + 1] }
  count -= 1
}
var pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = arguments
_ = Fuzzing.format
exit(
  LLVMFuzzerRunDriver(&count, &pointer) { bytes, count in
    Fuzzing.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  })
