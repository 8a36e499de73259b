import NotesDomain
import NotesWire

/// For whom a request speaks, asked again when it counts.
///
/// A body may arrive for a minute, and a wait may last as long. A device that is revoked meanwhile, or whose account is
/// removed, is not to be served any more.
struct Admission: Sendable {
  let call: Call
  let principal: Principal
  let accounts: any AccountService

  /// Makes sure that the request still speaks for whom it spoke when it came.
  func confirm() async throws(RequestFailure) {
    guard let token = call.token else { throw RequestFailure(.unauthorized) }
    let present: Principal
    do { present = try await accounts.authenticate(token, from: call.peer) } catch { throw RequestFailure(from: error) }
    guard present == principal else { throw RequestFailure(.unauthorized) }
  }
}
