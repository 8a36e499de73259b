package import Wiring
package import WiringBenchmarkServices

// A thousand registrations of a thousand types. The compiler makes a concrete call of each, as if they were written out,
// since generic functions are specialized inside their module.

/// By hand: a closure for each, in an array.
package struct HandThousand {
  private var factories: [() -> any Numbered] = []
  private let number: Int

  @inline(never)
  package init(number: Int) {
    self.number = number
    factories.reserveCapacity(1000)
    registerAll(in: &self)
  }

  package var first: (any Numbered)? { factories.first?() }
}

/// In the dictionary: a factory for each.
package struct DictionaryThousand {
  private let container = DictionaryContainer()
  private let number: Int

  @inline(never)
  package init(number: Int) {
    self.number = number
    registerAll(in: &self)
  }

  package var first: any Numbered { container.resolve(Item<D0, D0, D0>.self) }
}

/// In a plan: a binding for each.
package struct ThousandModule: Module {
  private let number: Int

  package init(number: Int) {
    self.number = number
  }

  package func configure(_ binder: inout Binder) {
    var registry = BinderRegistry(binder: binder, number: number)
    registerAll(in: &registry)
  }

  /// Declares, proves and links all, and makes one object.
  @inline(never)
  package static func build(number: Int) throws -> any Numbered {
    try Plan(Item<D0, D0, D0>.self, modules: [ThousandModule(number: number)]).build().root
  }
}

private protocol Registry {
  mutating func register<A, B, C>(_ type: Item<A, B, C>.Type)
}

extension HandThousand: Registry {
  fileprivate mutating func register<A, B, C>(_ type: Item<A, B, C>.Type) {
    factories.append { [number] in Item<A, B, C>(number: number) }
  }
}

extension DictionaryThousand: Registry {
  fileprivate func register<A, B, C>(_ type: Item<A, B, C>.Type) {
    container.register(type) { [number] _ in Item<A, B, C>(number: number) }
  }
}

private struct BinderRegistry: Registry {
  var binder: Binder
  let number: Int

  mutating func register<A, B, C>(_ type: Item<A, B, C>.Type) {
    binder.bind(type) { [number] in Item<A, B, C>(number: number) }
  }
}

private func registerAll(in registry: inout some Registry) {
  hundred(D0.self, &registry)
  hundred(D1.self, &registry)
  hundred(D2.self, &registry)
  hundred(D3.self, &registry)
  hundred(D4.self, &registry)
  hundred(D5.self, &registry)
  hundred(D6.self, &registry)
  hundred(D7.self, &registry)
  hundred(D8.self, &registry)
  hundred(D9.self, &registry)
}

private func hundred<A>(_ a: A.Type, _ registry: inout some Registry) {
  ten(a, D0.self, &registry)
  ten(a, D1.self, &registry)
  ten(a, D2.self, &registry)
  ten(a, D3.self, &registry)
  ten(a, D4.self, &registry)
  ten(a, D5.self, &registry)
  ten(a, D6.self, &registry)
  ten(a, D7.self, &registry)
  ten(a, D8.self, &registry)
  ten(a, D9.self, &registry)
}

private func ten<A, B>(_ a: A.Type, _ b: B.Type, _ registry: inout some Registry) {
  registry.register(Item<A, B, D0>.self)
  registry.register(Item<A, B, D1>.self)
  registry.register(Item<A, B, D2>.self)
  registry.register(Item<A, B, D3>.self)
  registry.register(Item<A, B, D4>.self)
  registry.register(Item<A, B, D5>.self)
  registry.register(Item<A, B, D6>.self)
  registry.register(Item<A, B, D7>.self)
  registry.register(Item<A, B, D8>.self)
  registry.register(Item<A, B, D9>.self)
}
