/// The order of a view-model's requests: a reply counts only while no newer request was made.
///
/// ```swift
/// let request = requests.begin()
/// let rows = try await repository.list(query)
/// guard requests.isLatest(request) else { return }
/// state.rows = rows
/// ```
@MainActor
struct LatestRequest {
  private var last = 0

  /// Begins a request, which makes the earlier ones obsolete, and returns its number.
  mutating func begin() -> Int {
    last += 1
    return last
  }

  /// Returns whether no newer request has begun.
  func isLatest(_ request: Int) -> Bool { request == last }
}
