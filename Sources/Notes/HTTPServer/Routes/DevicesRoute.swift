import Hummingbird
import HummingbirdCore
import NotesDomain
import NotesWire

/// Lists the devices of an account.
struct DevicesRoute: Route {
  static let endpoint = WireEndpoint.devices

  let principal: Principal
  let accounts: any AccountService

  func answer() async throws(RequestFailure) -> Response {
    let devices: [SignedInDevice]
    do { devices = try await accounts.devices(of: principal) } catch { throw RequestFailure(from: error) }
    return Response(message: WireFormat.encode(devices))
  }
}
