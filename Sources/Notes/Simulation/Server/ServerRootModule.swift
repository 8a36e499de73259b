import NotesDomain
import NotesServer
import Wiring

/// Binds what a world has of its server.
struct ServerRootModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(ServerRoot.init(service:administration:blobs:))
  }
}
