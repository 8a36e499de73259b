import NotesDomain
import WiringMacros

/// Waits, as time passes.
@Component(scope: .singleton)
struct SystemSleeper: Sleeper {
  func sleep(milliseconds: Int) async throws(CancellationError) {
    do {
      try await Task.sleep(for: .milliseconds(max(0, milliseconds)))
    } catch {
      throw CancellationError()
    }
  }
}
