import WiringMacros

protocol Clock: Sendable {}

struct Repository {
  @Injectable
  init?(path: String) {}  // ←

  @Injectable
  init<Item>(item: Item) {}  // ←

  @Injectable
  init(clock: some Clock) {}  // ←

  @Injectable
  init(names: String...) {}  // ←

  @Injectable
  init(count: inout Int) {}  // ←

  @Injectable
  init(value: @autoclosure () -> Int) {}  // ←

  @Injectable
  init(body: () throws -> Void) rethrows {}  // ←

  @Injectable
  func make() {}  // ←
}

protocol Made {
  @Injectable
  init(path: String)  // ←
}
