import NotesDomain
import Synchronization

/// Tells those who wait for a change that their device was revoked by this process. Whoever is revoked by another one, such
/// as an operator's command, finds out when the wait is over.
final class Revocations: Sendable {
  private let expected = Mutex<[SignedInDeviceID: [Occasion]]>([:])

  /// Creates it, with nobody waiting.
  init() {}

  /// How many wait.
  var count: Int { expected.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  /// When a device is revoked, from now on.
  ///
  /// - Returns: What happens then; to be handed to ``forget(_:of:)``.
  func occasion(of device: SignedInDeviceID) -> Occasion {
    let occasion = Occasion()
    expected.withLock { $0[device, default: []].append(occasion) }
    return occasion
  }

  /// Forgets who waits.
  ///
  /// - Parameters:
  ///   - occasion: What ``occasion(of:)`` returned.
  ///   - device: The device.
  func forget(_ occasion: Occasion, of device: SignedInDeviceID) {
    expected.withLock { expected in
      expected[device]?.removeAll { $0 === occasion }
      if expected[device]?.isEmpty == true { expected[device] = nil }
    }
  }

  /// Tells everybody who waits that a device was revoked.
  func tell(_ device: SignedInDeviceID) {
    let occasions = expected.withLock { $0.removeValue(forKey: device) } ?? []
    // Without the lock: who is told may do anything.
    for occasion in occasions { occasion.come() }
  }
}
