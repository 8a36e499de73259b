public import WiringMacros

@LazyProxy @Intercepted @Spied
package protocol Packaged {
  func call()
}

@LazyProxy @Intercepted @Spied
private protocol Hidden {
  func call()
}

@LazyProxy @Intercepted @Spied
private protocol Secret {
  func call()
}

@LazyProxy @Intercepted @Spied
@available(macOS 26, *)
internal protocol Plain {
  func call()
}

/// Shelves.
public enum Shelves {}

public extension Shelves {
  @LazyProxy
  protocol Open {
    func call()
  }

  @LazyProxy
  internal protocol Closed {
    func call()
  }

  @Component
  final class Shelf: Sendable {
    init(width: Int) {}
  }

  @Component
  internal final class Drawer {
    @Injectable
    internal init() {}
  }
}

/// A board.
public struct Board {}

public extension Board {
  @AssistedFactory("height")
  init(height: Int, depth: Double) {}
}

enum Surroundings {
  @LazyProxy @Intercepted @Spied
  protocol Nested {
    func call()
  }
}
