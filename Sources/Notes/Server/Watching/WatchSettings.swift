/// How long devices may wait for a change.
public struct WatchSettings: Sendable, Hashable {
  /// The longest wait, in milliseconds, whatever is asked for. Proxies cut off what is silent for longer.
  public var longestWait = 60_000

  /// Creates settings that suit usual proxies.
  public init() {}
}
