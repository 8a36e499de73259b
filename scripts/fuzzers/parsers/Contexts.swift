import CDispatch
import Foundation
import Wiring
import WiringContext
import WiringDefinitions

/// Context files, whose problems have locations in the text. Reading and planning them takes a small stack, and a bounded time.
enum Contexts {
  private static let reader = ContextReader(environment: ["NOTES_DATA": "/data"])
  /// The size of the stack of a thread of Dispatch, and of most others.
  private static let stackSize = 512 << 10
  /// The CPU time for an input, far above what one of the maximum length takes, and below that of anything quadratic.
  private static let maximumTime = Duration.milliseconds(500)

  static func check(_ bytes: [UInt8], as format: ContextFormat) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let start = threadTime
      checkReading(bytes, as: format)
      Fuzzing.check(threadTime - start < maximumTime, "it took \(threadTime - start)")
      done.signal()
    }
    thread.stackSize = stackSize
    thread.start()
    done.wait()
  }

  /// The CPU time of the current thread.
  private static var threadTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private static func checkReading(_ bytes: [UInt8], as format: ContextFormat) {
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
    do throws(WiringError) {
      _ = try Plan(modules: [], context: context)
    } catch {
      Fuzzing.check(!error.problems.isEmpty, "an error without a problem")
    }
  }
}
