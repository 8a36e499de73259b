/// An observable object for one screen, whose actions change its state.
@MainActor
package protocol ViewModel: AnyObject {
  associatedtype State: ViewState

  var state: State { get }
}

/// The state of a view-model, with the phase of its last action.
package protocol ViewState: Sendable, Hashable {
  var phase: Phase { get set }
}

extension ViewModel {
  /// Runs an action, and returns the state after it.
  ///
  /// - Throws: The failure of the action.
  @discardableResult
  package func run(_ action: @MainActor (Self) async throws -> Void) async throws -> State {
    try await action(self)
    try state.phase.check()
    return state
  }
}
