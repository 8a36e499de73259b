package import NotesDomain

/// One of the checks of `doctor`. A feature contributes its own to the list of them.
package protocol DoctorCheck: Sendable {
  /// Returns what the check finds. Changes nothing.
  func findings(_ visit: DoctorVisit) async -> [StoreFinding]
}

/// The facts that the checks of a device begin with.
package struct DoctorVisit: Sendable {
  /// The store, as it was inspected.
  package let inspection: StoreInspection
  /// The credentials of this device; `nil` if it is not signed in, or if they cannot be read.
  package let signedIn: Credentials?
  /// Whether to ask the server that this device is signed in to.
  package let usesNetwork: Bool
}

/// Looks for drafts that were not saved as notes.
struct DraftCheck: DoctorCheck {
  let drafts: any DraftStore

  func findings(_: DoctorVisit) async -> [StoreFinding] {
    do throws(DraftError) {
      let count = try await drafts.drafts().count { !$0.isOpen }
      return count > 0 ? [.drafts(count)] : []
    } catch {
      return [.unreadableDrafts(error)]
    }
  }
}

/// Asks the server whether it knows this device, and for its time.
struct ServerCheck: DoctorCheck {
  /// The difference from which on clocks are a finding. No decision of sync depends on a clock, but the order of lists does.
  private static let clockTolerance = Duration.seconds(120)

  let accounts: any AccountClient
  let probe: any ServerProbe
  let wallClock: any WallClock

  func findings(_ visit: DoctorVisit) async -> [StoreFinding] {
    guard visit.usesNetwork, let signedIn = visit.signedIn else { return [] }
    var findings: [StoreFinding] = []
    do throws(AccountClientError) {
      _ = try await accounts.devices(signedIn)
    } catch {
      findings.append(.server(error))
    }
    let before = wallClock.now()
    // The request above reports a server that cannot be reached.
    guard let time = try? await probe.time(of: signedIn.server) else { return findings }
    let after = wallClock.now()
    // The server read its clock between the two, and tells whole seconds.
    let (early, late) = (time - before, time - after)
    if late > Self.clockTolerance { findings.append(.clockDifference(.zero - late)) }
    if early < .zero - Self.clockTolerance { findings.append(.clockDifference(.zero - early)) }
    return findings
  }
}
