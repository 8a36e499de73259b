import NotesDomain
import NotesHosting
import NotesServer
import NotesSync
import Wiring

/// One deliberate fault, which the history checker must notice.
///
/// A mutant changes a rule or wraps a port, through the container; the code under test stays as it is.
package struct Mutant: Sendable {
  /// The mutant without a fault.
  package static let none = Mutant("none", in: "nothing")

  /// The name.
  package let name: String
  /// The changed rule or port.
  package let part: String
  /// Changes the rules of each device.
  var syncRules: @Sendable (inout SyncRules) -> Void = { _ in }
  /// Changes the rules of the server.
  var serverRules: @Sendable (inout ServerRules) -> Void = { _ in }
  /// Wraps the store of each device.
  var deviceStore: @Sendable (any SyncStore) -> any SyncStore = { $0 }
  /// Wraps the blob store of each device.
  var blobStore: @Sendable (any BlobStore) -> any BlobStore = { $0 }
  /// Wraps the transport of each device.
  var transport: @Sendable (any SyncTransport) -> any SyncTransport = { $0 }
  /// Wraps the store of the server.
  var serverStore: @Sendable (any ServerStore) -> any ServerStore = { $0 }

  init(_ name: String, in part: String) {
    self.name = name
    self.part = part
  }
}

/// Decorates the rules of a graph with those of a mutant.
struct MutantModule: Module {
  let mutant: Mutant

  func configure(_ binder: inout Binder) {
    binder.decorate(SyncRules.self) { [mutant] (rules: SyncRules) -> SyncRules in
      var rules = rules
      mutant.syncRules(&rules)
      return rules
    }
  }
}

/// Decorates the rules of the server with those of a mutant.
struct ServerMutantModule: Module {
  let mutant: Mutant

  func configure(_ binder: inout Binder) {
    binder.decorate(ServerRules.self) { [mutant] (rules: ServerRules) -> ServerRules in
      var rules = rules
      mutant.serverRules(&rules)
      return rules
    }
  }
}

extension Mutant {
  /// All mutants.
  package static let all =
    merging + rebasing + acknowledging + asking + keeping + accepting + remembering + telling + filing

  /// A mutant that changes a rule of the devices.
  static func sync(
    _ name: String, in rule: String, _ change: @escaping @Sendable (inout SyncRules) -> Void
  ) -> Mutant {
    var mutant = Mutant(name, in: "SyncRules.\(rule)")
    mutant.syncRules = change
    return mutant
  }

  /// A mutant that changes a rule of the server.
  static func server(
    _ name: String, in rule: String, _ change: @escaping @Sendable (inout ServerRules) -> Void
  ) -> Mutant {
    var mutant = Mutant(name, in: "ServerRules.\(rule)")
    mutant.serverRules = change
    return mutant
  }

  /// A mutant that wraps a port.
  static func wrapping<Port>(
    _ name: String, _ port: WritableKeyPath<Mutant, @Sendable (Port) -> Port>, in part: String,
    _ wrap: @escaping @Sendable (Port) -> Port
  ) -> Mutant {
    var mutant = Mutant(name, in: part)
    mutant[keyPath: port] = wrap
    return mutant
  }
}
