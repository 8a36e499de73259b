public import Wiring
public import WiringMacros

// What generated code meets in a program: names that it uses, too, enclosing declarations, and what calls of members need.

/// A program's own types with names of Swift and Wiring.
enum Wiring {}
struct Error {}
struct Optional {}
struct Never {}
struct Void {}
struct Bool {}

/// A namespace.
public enum Shop {}

public extension Shop {
  @LazyProxy @Intercepted @Spied
  protocol Counter: Sendable {
    func open() throws
    func sell(in place: Int, _ amount: Int) async throws -> Int
    var isOpen: Swift::Bool { get }
  }
}

private enum Drawer {
  @LazyProxy @Intercepted @Spied
  protocol Lock: Sendable {
    func turn() throws(any Swift::Error)
  }
}

struct Letter: Sendable {
  static let paper = "plain"
  let text: String

  // swift-format-ignore: NeverUseForceTry
  @AssistedFactory("text") @Injectable
  init(in text: String, on paper: String = Self.paper, count: Int! = nil, size: Int = try! Self.size()) {
    self.text = text
  }

  static func size() throws -> Int { 1 }
}

@Component
struct Register {
  private let count: Int

  init(count: Int) { self.count = count }

  @Inject func attach(_ letter: String) {}
  @available(*, unavailable) func old() {}
  @available(*, deprecated) func older() {}
  @available(*, deprecated) init() { count = 0 }
}

class Page {}

@MainActor @Component
final class Screen {
  var page = Page()
  var title = ""
  @available(*, deprecated) var caption = ""
  init() {}
}
