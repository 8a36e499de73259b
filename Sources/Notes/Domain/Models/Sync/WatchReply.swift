/// The answer to a ``WatchRequest``.
public enum WatchReply: Sendable, Hashable {
  /// There is something that the device does not know: a change, or another epoch.
  case changed
  /// There was nothing, for as long as was asked.
  case quiet
}
