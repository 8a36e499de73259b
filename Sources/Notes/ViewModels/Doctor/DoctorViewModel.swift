package import NotesDomain
import Observation

/// The checks of this device: its store and files, its sign-in, and on request its server. Changes nothing.
@MainActor @Observable
package final class DoctorViewModel: ViewModel {
  package private(set) var state = DoctorState()

  private let inspector: any StoreInspector
  private let credentials: any CredentialStore
  private let checks: [any DoctorCheck]

  init(inspector: any StoreInspector, credentials: any CredentialStore, checks: [any DoctorCheck]) {
    self.inspector = inspector
    self.credentials = credentials
    self.checks = checks
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
      let account = await signedIn()
      let visit = DoctorVisit(inspection: inspection, signedIn: account.credentials, usesNetwork: usesNetwork)
      var findings = inspection.findings
      for check in checks { findings += await check.findings(visit) }
      if let finding = account.finding { findings.append(finding) }
      state.inspection = inspection
      // Stable, so that findings of one kind stay together.
      state.findings = StoreFinding.Severity.allCases.flatMap { severity in findings.filter { $0.severity == severity }
      }
    }
  }

  /// Returns the credentials of this device, or the finding about them.
  private func signedIn() async -> (credentials: Credentials?, finding: StoreFinding?) {
    do throws(CredentialError) {
      let credentials = try await credentials.load()
      return (credentials, credentials == nil ? .notSignedIn : nil)
    } catch {
      return (nil, .credentials(error))
    }
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
