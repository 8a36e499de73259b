/// An event without a value, which one task awaits. Several that occur meanwhile count as one.
struct Signal {
  /// The events since the last one that was read.
  let values: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (values, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func signal() { continuation.yield() }
}
