import WiringMacros

protocol Clock: Sendable {}
struct SystemClock: Clock {}

struct Draft {
  @AssistedFactory("title", "color")
  init(title: String, clock: any Clock, in color: Int = 7, log: @escaping @Sendable () -> Void, zone: String = "UTC")
    throws
  {}
}

@MainActor final class Editor {
  @AssistedFactory("file")
  init(_ file: String, clock: any Clock) async {}
}

/// A class.
public final class Page<Item> {
  /// An initializer.
  @AssistedFactory("items")
  public init(items: [Item]) {}
}

struct Hidden {
  @AssistedFactory("name")
  private init(name: String, clock: any Clock) {}
}
