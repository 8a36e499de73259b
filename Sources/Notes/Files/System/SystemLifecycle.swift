import NotesDomain
import Synchronization

/// The life of a program on a desktop or a server: in the foreground unless the computer sleeps.
///
/// Asks the system at an interval, while it has a consumer: its notices would need a socket of the kernel on Linux, and a run loop
/// elsewhere. Asking takes less than a tenth of a millisecond.
///
/// An app on a phone binds its own ``AppLifecycle`` instead, which its delegate tells.
final class SystemLifecycle: AppLifecycle {
  private let settings: SystemLifecycleSettings
  private let credentials: any CredentialStore
  private let clock: any Clock<Duration>
  private let files: SystemFiles
  /// Returns the time for which the computer has slept so far.
  private let slept: @Sendable () -> Duration
  /// Whether a route was there once. Where the system tells of none at any time, as in some containers, that means nothing.
  private let hasSeenRoute = Mutex(false)

  init(
    settings: SystemLifecycleSettings, credentials: any CredentialStore, clock: any Clock<Duration>, files: SystemFiles,
    slept: @escaping @Sendable () -> Duration
  ) {
    self.settings = settings
    self.credentials = credentials
    self.clock = clock
    self.files = files
    self.slept = slept
  }

  convenience init(
    settings: SystemLifecycleSettings, credentials: any CredentialStore, clock: any Clock<Duration>
  ) {
    let (continuous, suspending) = (ContinuousClock.now, SuspendingClock.now)
    self.init(settings: settings, credentials: credentials, clock: clock, files: SystemFiles()) {
      // Only the first one goes on while the computer sleeps.
      continuous.duration(to: .now) - suspending.duration(to: .now)
    }
  }

  func conditions() -> AsyncStream<AppConditions> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task { [self] in
        await tell(continuation)
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  @concurrent
  private func tell(_ consumer: AsyncStream<AppConditions>.Continuation) async {
    var last: AppConditions?
    var sleep = slept()
    while !Task.isCancelled {
      var present = await current()
      let before = sleep
      sleep = slept()
      // Told for a moment, so that the end of the sleep is a change, too.
      if sleep - before > settings.shortestSleep { present.stage = .background(remaining: .zero) }
      if present != last { consumer.yield(present) }
      last = present
      guard (try? await clock.sleep(for: settings.interval)) != nil else { return }
    }
  }

  private func current() async -> AppConditions {
    await AppConditions(
      isNetworkReachable: isNetworkReachable(), isPowerLow: files.isBatteryLow(at: settings.lowBattery))
  }

  private func isNetworkReachable() async -> Bool {
    guard settings.usesNetwork else { return true }
    let hasRoute = files.hasRoute ?? true
    let isKnown = hasSeenRoute.withLock { hasSeen in
      hasSeen = hasSeen || hasRoute
      return hasSeen
    }
    // A server on this computer needs no network.
    if hasRoute || !isKnown { return true }
    return await credentials.salvage()?.server.isLoopback == true
  }
}

/// The settings of the life of a program.
package struct SystemLifecycleSettings: Sendable, Hashable {
  /// Whether the program uses the network.
  package var usesNetwork: Bool
  /// The time between two questions.
  package var interval = Duration.seconds(2)
  /// The charge in percent up to which power is low, while nothing charges the battery.
  package var lowBattery = 20
  /// The sleep of the computer up to which nothing is told.
  package var shortestSleep = Duration.seconds(5)

  package init(usesNetwork: Bool = true) {
    self.usesNetwork = usesNetwork
  }
}
