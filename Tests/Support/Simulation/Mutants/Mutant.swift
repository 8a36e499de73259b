import NotesDomain
import Wiring

/// One thing that is broken on purpose: the judge must notice, or it is worth nothing.
///
/// It is broken from outside, through the container: a rule is replaced, or something is put around a rule or a port.
package struct Mutant: Sendable {
  /// The one in which nothing is broken.
  package static let none = Mutant("none", in: "nothing")

  /// Its name.
  package let name: String
  /// What it takes the place of.
  package let replaced: String
  /// What it replaces in the graph of each device.
  var device: @Sendable (inout Overrides) -> Void = { _ in }
  /// What it puts around the rules of each device.
  var aroundDevice: @Sendable (Binder) -> Void = { _ in }
  /// What it replaces in the graph of the server.
  var server: @Sendable (inout Overrides) -> Void = { _ in }
  /// What it puts around the rules of the server.
  var aroundServer: @Sendable (Binder) -> Void = { _ in }
  /// What it puts around the store of each device.
  var deviceStore: @Sendable (any SyncStore) -> any SyncStore = { $0 }
  /// What it puts around the network of each device.
  var transport: @Sendable (any SyncTransport) -> any SyncTransport = { $0 }
  /// What it puts around the store of the server.
  var serverStore: @Sendable (any ServerStore) -> any ServerStore = { $0 }

  init(_ name: String, in replaced: String) {
    self.name = name
    self.replaced = replaced
  }
}

/// Binds what a mutant puts around rules.
struct MutantModule: Module {
  let declare: @Sendable (Binder) -> Void

  func configure(_ binder: inout Binder) {
    declare(binder)
  }
}

extension Mutant {
  /// All of them.
  package static let all =
    merging + rebasing + acknowledging + asking + keeping + accepting + remembering + telling + filing
}
