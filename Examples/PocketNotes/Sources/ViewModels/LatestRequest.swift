/// A request of which only the latest counts: a newer one cancels it, and its reply is dropped.
///
/// Without it, the slow reply to an earlier question would overwrite the quick one to a later.
@MainActor
final class LatestRequest {
  private var number = 0
  private var cancelRunning: (() -> Void)?

  /// Runs a request.
  ///
  /// - Returns: The reply; `nil` when a newer request began, or when the caller was cancelled.
  func run<Value: Sendable, Failure: Error>(
    _ request: @escaping @Sendable () async throws(Failure) -> Value
  ) async -> Result<Value, Failure>? {
    cancelRunning?()
    number += 1
    let mine = number
    let task = Task { () -> Result<Value, Failure> in
      do throws(Failure) { return .success(try await request()) } catch { return .failure(error) }
    }
    cancelRunning = { task.cancel() }
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    guard mine == number, !Task.isCancelled else { return nil }
    cancelRunning = nil
    return result
  }
}
