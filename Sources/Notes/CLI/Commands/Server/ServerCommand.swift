/// A command for the one who runs a server.
protocol ServerCommand: NotesctlCommand {
  var server: ServerStoreOptions { get }
}

extension ServerCommand {
  static var composition: Composition { .server }

  var serverStore: String? { server.store }
}
