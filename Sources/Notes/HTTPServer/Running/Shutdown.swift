/// That the server is about to stop: those who wait for something that may never come answer then.
final class Shutdown: Sendable {
  /// When it begins.
  let occasion = Occasion()

  /// Whether the server is about to stop.
  var hasBegun: Bool { occasion.hasCome }

  /// Tells everybody.
  func begin() { occasion.come() }
}
