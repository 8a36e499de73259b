import NotesDomain
import WiringMacros

/// Waits, as time passes.
@Component(scope: .singleton)
struct SystemSleeper: Sleeper {
  func sleep(milliseconds: Int) async throws(CancellationError) {
    // Not `sleep(for:)`: its body is compiled into each module that calls it, and of two copies of one program that were
    // compiled with different features the linker takes either, so that the program may end when it wakes up.
    let (nanoseconds, isTooLong) = UInt64(max(0, milliseconds)).multipliedReportingOverflow(by: 1_000_000)
    do {
      try await Task.sleep(nanoseconds: isTooLong ? .max : nanoseconds)
    } catch {
      throw CancellationError()
    }
  }
}
