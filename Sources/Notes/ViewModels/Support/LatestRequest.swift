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
  /// The failure of the last load by ``refresh(_:_:loading:show:)``.
  private var failure: Failure?

  /// Begins a request, which makes the earlier ones obsolete, and returns its number.
  func begin() -> Int {
    last += 1
    return last
  }

  /// Returns whether no newer request has begun.
  func isLatest(_ request: Int) -> Bool { request == last }

  /// Loads a part of a state on which a person may act meanwhile.
  ///
  /// The phase stays that of the person's action, so that neither its failure nor its result disappears before the person saw it. It
  /// becomes that of the load if no action has begun, and if the load fails.
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
    let request = begin()
    do {
      let value = try await load()
      guard isLatest(request) else { return }
      show(&model[keyPath: path], value)
      let phase = model[keyPath: path].phase
      if phase == .idle || failure.map({ phase == .failed($0) }) ?? false { model[keyPath: path].phase = .done }
      failure = nil
    } catch {
      guard isLatest(request) else { return }
      let found = Failure(error)
      failure = found
      model[keyPath: path].phase = .failed(found)
    }
  }
}
