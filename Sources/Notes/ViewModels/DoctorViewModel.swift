package import NotesDomain
import Observation

/// The checks of this device: its store and files, its sign-in, and on request its server. Changes nothing.
@MainActor @Observable
package final class DoctorViewModel: ViewModel {
  /// The difference from which on clocks are a finding. No decision of sync depends on a clock, but the order of lists does.
  private static let clockTolerance = Duration.seconds(120)

  package private(set) var state = DoctorState()

  private let inspector: any StoreInspector
  private let credentials: any CredentialStore
  private let drafts: any DraftStore
  private let accounts: any AccountClient
  private let encryption: any VaultEncryption
  private let probe: any ServerProbe
  private let wallClock: any WallClock

  init(
    inspector: any StoreInspector, credentials: any CredentialStore, drafts: any DraftStore,
    accounts: any AccountClient, encryption: any VaultEncryption, probe: any ServerProbe, wallClock: any WallClock
  ) {
    self.inspector = inspector
    self.credentials = credentials
    self.drafts = drafts
    self.accounts = accounts
    self.encryption = encryption
    self.probe = probe
    self.wallClock = wallClock
  }

  /// Checks everything.
  ///
  /// - Parameters:
  ///   - isDeep: Whether to read all attachments.
  ///   - usesNetwork: Whether to ask the server that this device is signed in to.
  package func check(isDeep: Bool, usesNetwork: Bool) async {
    state = DoctorState(phase: .working)
    state.phase = await .after {
      let inspection = await inspector.inspect(isDeep: isDeep)
      var findings = inspection.findings + draftFindings()
      do throws(CredentialError) {
        if let signedIn = try credentials.load() {
          findings += await encryptionFindings(signedIn, in: inspection, usesNetwork: usesNetwork)
          if usesNetwork { findings += await serverFindings(signedIn) }
        } else {
          findings.append(.notSignedIn)
        }
      } catch {
        findings.append(.credentials(error))
      }
      state.inspection = inspection
      // Stable, so that findings of one kind stay together.
      state.findings = StoreFinding.Severity.allCases.flatMap { severity in findings.filter { $0.severity == severity }
      }
    }
  }

  private func draftFindings() -> [StoreFinding] {
    do throws(DraftError) {
      let count = try drafts.drafts().count { !$0.isOpen }
      return count > 0 ? [.drafts(count)] : []
    } catch {
      return [.unreadableDrafts(error)]
    }
  }

  /// Compares the keys of this device with what its store and, on request, the server have of the vault.
  private func encryptionFindings(
    _ signedIn: Credentials, in inspection: StoreInspection, usesNetwork: Bool
  ) async -> [StoreFinding] {
    let known = inspection.encryptedVaults.first { $0.vault == signedIn.vault }
    let owesCode = known?.owesCode == true && known?.stage.isCreating != true
    let owed: [StoreFinding] = owesCode ? [.owedRecoveryCode] : []
    if known != nil, signedIn.keys == nil { return [.lockedVault] + owed }
    // The status also reads the store, which must not be created or migrated for that. The request of the devices reports a
    // server that cannot be used.
    if usesNetwork, inspection.contents != nil, let status = try? await encryption.status(), status.keys == .locked {
      return [.lockedVault] + owed
    }
    guard let stage = known?.stage, stage != .complete else { return owed }
    return [.unfinishedSealing(stage)] + owed
  }

  private func serverFindings(_ signedIn: Credentials) async -> [StoreFinding] {
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

/// The state of the checks.
package struct DoctorState: ViewState {
  package var phase: Phase = .idle
  /// The store's versions and contents; `nil` before the checks.
  package var inspection: StoreInspection?
  /// All findings, the most severe first.
  package var findings: [StoreFinding] = []

  /// Whether nothing has to be done.
  package var isWell: Bool { findings.allSatisfy { $0.severity == .note } }
}
