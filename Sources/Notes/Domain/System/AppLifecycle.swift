/// The changes of what the system lets this app do while it runs.
///
/// On a phone, the app's delegate tells it, with the system's monitors of the network and the battery; on a desktop, an app is in
/// the foreground unless the computer sleeps.
package protocol AppLifecycle: Sendable {
  /// Returns the present conditions, and then each change of them, as long as their consumer asks. Changes that happen before it asks
  /// again are told as one. The sequence ends with the app.
  func conditions() -> AsyncStream<AppConditions>
}

/// The conditions under which an app runs.
package struct AppConditions: Sendable, Hashable {
  /// The attention of the person.
  package enum Stage: Sendable, Hashable {
    /// The person sees it, or could.
    case foreground
    /// The system lets the app finish what it does, for a duration from now.
    case background(remaining: Duration)
  }

  package var stage: Stage
  package var isNetworkReachable: Bool
  /// Whether the battery is low, or the person saves it.
  package var isPowerLow: Bool

  /// Creates conditions. The defaults are those that let an app do everything.
  package init(stage: Stage = .foreground, isNetworkReachable: Bool = true, isPowerLow: Bool = false) {
    self.stage = stage
    self.isNetworkReachable = isNetworkReachable
    self.isPowerLow = isPowerLow
  }
}
