import WiringMacros

protocol Clock: Sendable {}
struct SystemClock: Clock {}
struct StoreError: Error {}

struct Repository {
  @Injectable
  init(
    path: String, clock: any Clock = SystemClock(), limit: Int? = nil, most: Int? = 5, strict: Bool = true || false,
    log: @escaping @Sendable (String) -> Void = { _ in }, _ retries: Int = 3, in: [Int]
  ) throws(StoreError) {}

  @Injectable init(remote: String) async throws {}
}

/// A class.
public class Shelf {
  /// An initializer.
  @Injectable public init(width: Int) {}
}

extension Shelf {
  @Injectable convenience init(narrow: Bool = true) { self.init(width: 1) }
}

@MainActor final class Screen {
  @Injectable init(clock: any Clock) {}
  @Injectable nonisolated init() {}
}

actor Counter {
  @Injectable private init(start: Int) {}
}

struct Pair<First, Second> {
  @Injectable init(first: First, second: Second) where First: Hashable {}
}
