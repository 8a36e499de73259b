/// The phase of an action.
package enum Phase: Sendable, Hashable {
  /// No action has begun.
  case idle
  case working
  /// The action succeeded; the state has its result.
  case done
  case failed(Failure)

  /// The failure of the action; `nil` unless it failed.
  package var failure: Failure? {
    if case .failed(let failure) = self { failure } else { nil }
  }

  /// Runs an action, and returns ``done`` or ``failed(_:)``.
  @MainActor
  static func after(_ action: @MainActor () async throws -> Void) async -> Phase {
    do {
      try await action()
      return .done
    } catch {
      return .failed(Failure(error))
    }
  }
}

extension Phase {
  /// Throws the failure of a failed action.
  package func check() throws(Failure) {
    if let failure { throw failure }
  }
}
