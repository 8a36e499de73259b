import Observation

/// Returns the values of an expression over observable objects: the present one, and one after each change. Several changes may
/// share a value, and the last one always has one.
///
/// The terminal's counterpart of a view's body.
@MainActor
func changes<Value: Sendable>(of value: @escaping @MainActor () -> Value) -> AsyncStream<Value> {
  let (values, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
  let hasEnded = Flag()
  continuation.onTermination = { _ in Task { await hasEnded.set() } }
  follow(value, continuation, until: hasEnded)
  return values
}

@MainActor
private func follow<Value: Sendable>(
  _ value: @escaping @MainActor () -> Value, _ continuation: AsyncStream<Value>.Continuation, until hasEnded: Flag
) {
  // The notice comes before the change, and once. So the value is read later, in a turn of its own.
  let present = withObservationTracking {
    value()
  } onChange: {
    Task { if await !hasEnded.value { await follow(value, continuation, until: hasEnded) } }
  }
  continuation.yield(present)
}

/// Whether the reader of the values has gone.
@MainActor
private final class Flag {
  private(set) var value = false

  func set() { value = true }
}
