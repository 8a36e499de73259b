/// Runs an action that reports its progress on any thread, and shows the reports until it ends. Superseded ones are dropped, and
/// none is shown after the end.
@MainActor
func withProgress<Report: Sendable, Value>(
  _ show: @escaping @MainActor (Report) -> Void,
  during action: @MainActor (_ report: @escaping @Sendable (Report) -> Void) async throws -> Value
) async rethrows -> Value {
  let (reports, reporting) = AsyncStream.makeStream(of: Report.self, bufferingPolicy: .bufferingNewest(1))
  let following = Task {
    for await report in reports { show(report) }
  }
  do {
    let value = try await action { reporting.yield($0) }
    reporting.finish()
    await following.value
    return value
  } catch {
    reporting.finish()
    await following.value
    throw error
  }
}
