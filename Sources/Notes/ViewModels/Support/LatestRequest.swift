/// The order of a view-model's requests: a reply counts only while no newer request was made.
///
/// ```swift
/// let request = requests.begin()
/// let rows = try await repository.list(query)
/// guard requests.isLatest(request) else { return }
/// state.rows = rows
/// ```
@MainActor
final class LatestRequest {
  private var last = 0
  /// The number of beginnings and ends of actions.
  private var actions = 0
  /// The failure of the last load by ``refresh(_:_:loading:show:)``, if the phase is that.
  private var failure: Failure?

  /// Begins a request, which makes the earlier ones obsolete, and returns its number.
  func begin() -> Int {
    last += 1
    return last
  }

  /// Returns whether no newer request has begun.
  func isLatest(_ request: Int) -> Bool { request == last }

  /// Runs an action of the person. Loads by ``refresh(_:_:loading:show:)`` that are not from before or after it are repeated: they
  /// may have read what it has replaced.
  func act<Value>(_ action: () async throws -> Value) async rethrows -> Value {
    actions += 1
    failure = nil
    defer { actions += 1 }
    return try await action()
  }

  /// Loads a part of a state on which a person may act meanwhile.
  ///
  /// The phase stays that of the person's action, so that neither its failure nor its result disappears before the person saw it. It
  /// becomes that of the load where no action runs or has failed.
  ///
  /// - Parameters:
  ///   - model: The view-model.
  ///   - path: Its state.
  ///   - load: Reads the store.
  ///   - show: Sets the part of the state that was loaded.
  func refresh<Model: ViewModel, Value>(
    _ model: Model, _ path: ReferenceWritableKeyPath<Model, Model.State>, loading load: () async throws -> Value,
    show: (inout Model.State, Value) -> Void
  ) async {
    while !Task.isCancelled {
      let (request, before) = (begin(), actions)
      let loaded: Result<Value, Failure>
      do {
        loaded = .success(try await load())
      } catch {
        loaded = .failure(Failure(error))
      }
      guard isLatest(request) else { return }
      guard before == actions else { continue }
      switch loaded {
      case .success(let value): show(&model[keyPath: path], value)
      case .failure: break
      }
      showPhase(after: loaded, in: &model[keyPath: path].phase)
      return
    }
  }

  private func showPhase<Value>(after loaded: Result<Value, Failure>, in phase: inout Phase) {
    let isOwn = [.idle, .done].contains(phase) || failure.map { phase == .failed($0) } ?? false
    switch loaded {
    case _ where !isOwn: break
    case .success: (phase, failure) = (.done, nil)
    case .failure(let found): (phase, failure) = (.failed(found), found)
    }
  }
}
