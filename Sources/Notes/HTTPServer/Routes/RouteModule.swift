import NIOCore
import NotesDomain
import NotesWire
import Wiring

/// The routes, each in the scope of a request, and what only a request can tell them.
struct RouteModule: Module {
  func configure(_ binder: inout Binder) {
    binder.scope(.request)
    binder.bind(Principal.self) { (call: Call) throws(RequestFailure) in
      guard let principal = call.principal else { throw RequestFailure(.unauthorized) }
      return principal
    }.scoped(in: .request)

    binder.bind(Admission.init).scoped(in: .request)

    binder.bind(BodyReader.init)
    binder.bind(DecodingGate.self) { DecodingGate(places: System.coreCount - 1) }.scoped(.singleton)
    binder.bind(WatcherCount.init).scoped(.singleton)
    binder.bind(Revocations.init).scoped(.singleton)

    route(SignInRoute.init, &binder)
    route(DevicesRoute.init, &binder)
    route(RevokeRoute.init, &binder)
    route(PushRoute.init, &binder)
    route(ChangesRoute.init, &binder)
    route(WatchRoute.init, &binder)
    route(BlobProgressRoute.init, &binder)
    route(SendBlobRoute.init, &binder)
    route(BlobRoute.init, &binder)
  }

  private func route<Kind: Route, each Parameter>(
    _ make: @escaping @Sendable (repeat each Parameter) -> Kind, _ binder: inout Binder,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    binder.bind(Kind.self, make, file: file, line: line, column: column).scoped(in: .request)
    binder.contribute(to: RouteEntry.self, { RouteEntry(Kind.self) }, file: file, line: line, column: column)
  }
}
