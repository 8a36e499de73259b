import Hummingbird
import HummingbirdCore
import Logging
import NotesDomain
import NotesWire
import Wiring

/// One request of a device, as its handler sees it: what the scope ``Wiring/CustomScope/request`` begins with.
struct Call: Sendable {
  /// The method and the path, understood.
  let route: WireRoute
  /// The request, whose body has yet to be read.
  let request: Request
  /// For whom it speaks; `nil` for the few requests that anybody may send.
  let principal: Principal?
  /// What says so; `nil` as well for those.
  let token: DeviceToken?
  /// Where it comes from: an address, without the port.
  let peer: String
  /// The connection that it came over.
  let connection: Connection
  /// The request's log, which names it.
  let logger: Logger
}

extension CustomScope where Context == Call {
  /// The life of one request.
  static var request: Self { CustomScope("request") }
}
