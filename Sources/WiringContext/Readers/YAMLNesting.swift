import Foundation

/// The nesting of a YAML text, without reading it.
enum YAMLNesting {
  /// Returns whether values may nest deeper than a limit: never too few, and more for texts with many brackets.
  static func mayExceed(_ limit: Int, _ bytes: some Collection<UInt8>) -> Bool {
    // A level of a flow collection has a bracket. Of a block collection, two levels have a column or an indicator.
    var (brackets, deepestLine) = (0, 0)
    var (line, isIndented) = (0, true)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): (line, isIndented) = (0, true)
      case UInt8(ascii: " ") where isIndented: line += 1
      case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"): (line, isIndented) = (line + 1, false)
      case UInt8(ascii: "["), UInt8(ascii: "{"): (brackets, isIndented) = (brackets + 1, false)
      default: isIndented = false
      }
      deepestLine = max(deepestLine, line)
    }
    return brackets + 2 * deepestLine > limit
  }
}

/// A stack that is large enough for a parser that recurses.
enum LargeStack {
  /// Runs a closure on a thread with a stack of 16 MiB, and waits for it.
  static func run<Value, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // Unsafe in name only: the caller waits until the thread has written the result.
    nonisolated(unsafe) var result: Result<Value, Failure>?
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      do throws(Failure) { result = .success(try body()) } catch { result = .failure(error) }
      done.signal()
    }
    thread.stackSize = 16 << 20
    thread.start()
    done.wait()
    guard let result else { preconditionFailure("A thread ended without its result.") }
    return try result.get()
  }
}
