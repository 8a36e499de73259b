import WiringMacros

/// Types that are nested beside the protocol that uses them.
enum Bakery {
  @LazyProxy @Spied
  protocol Shop: Sendable {
    func open(_ order: Order) throws(Never)
  }

  struct Order: Sendable {
    struct Line: Sendable {}
  }
  struct Box<Content: Sendable>: Sendable {}
  enum OvenError: Error {
    case closed
  }
  protocol Baker: Sendable {}
  struct Content: Sendable {}
  @globalActor actor KitchenActor {
    static let shared = KitchenActor()
  }

  @LazyProxy(failure: OvenError.self) @Intercepted @Spied
  protocol Oven: Sendable {
    typealias Loaf = Int
    func bake(_ order: Order, _ lines: [Order.Line], _ box: Box<Order>) throws(OvenError) -> any Baker
    func count<Content: Baker>(_ content: Content, _ loaf: Loaf) async throws(OvenError) -> Int?
    @KitchenActor func fill(_ content: Content) async throws(OvenError)
  }

  @LazyProxy(failure: OvenError.self) @Intercepted @Spied
  protocol LargeOven: Oven {
    func clean(_ done: @escaping @Sendable (Order) -> Int) throws(OvenError)
  }
}
