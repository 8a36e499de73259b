import Testing
import Wiring

@Suite("Warnings about what compiles")
struct WarningTests {
  private final class Journal: Sendable {
    init() {}
  }
  private struct Till: Sendable {
    init(journal: Journal) {}
  }
  private struct Desk: Sendable {
    init(till: Till, journal: Journal) {}
    init(till: Till, journal: Provider<Journal>) {}
    init(till: Till, both: Owned<Journal>) {}
  }
  private struct Axle: Sendable {
    init(left: Journal, right: Journal) {}
  }

  private func codes(
    _ configure: @escaping @Sendable (inout Binder) -> Void, overrides: (inout Overrides) -> Void = { _ in }
  ) throws -> [Problem.Code] {
    let module = Bindings { binder in
      binder.bind(Till.init)
      configure(&binder)
    }
    return try Plan(modules: [module], overrides: overrides).warnings.map(\.code)
  }

  @Test func `a class of no scope that two objects have is reported`() throws {
    #expect(
      try codes { binder in
        binder.bind(Journal.init)
        binder.bind(Desk.self, Desk.init(till:journal:) as @Sendable (Till, Journal) -> Desk)
      } == [.unshared])
  }

  @Test("what only an override leaves without a consumer is not unused")
  func orphansOfOverrides() throws {
    // Given a binding that only a replaced one needs
    let modules = [
      Bindings { binder in
        binder.bind(Double.self) { 1 }
        binder.bind(Int.self) { (_: Provider<Double>) in 1 }
        binder.bind(String.self) { (_: Int) in "" }
      }
    ]
    // When the consumer is replaced in a strict plan, then the binding is no warning
    _ = try Plan(String.self, modules: modules, isStrict: true, overrides: { $0.replace(Int.self, with: 2) })
  }

  @Test(arguments: [Scope.transient, .singleton])
  func `a class with a scope is not`(scope: Scope) throws {
    #expect(
      try codes { binder in
        binder.bind(Journal.init).scoped(scope)
        binder.bind(Desk.self, Desk.init(till:journal:) as @Sendable (Till, Journal) -> Desk)
      } == [])
  }

  @Test func `nor is one whose other consumer creates it on purpose`() throws {
    #expect(
      try codes { binder in
        binder.bind(Journal.init)
        binder.bind(Desk.self, Desk.init(till:journal:) as @Sendable (Till, Provider<Journal>) -> Desk)
      } == [])
    #expect(
      try codes { binder in
        binder.bind(Journal.init)
        binder.bind(Desk.self, Desk.init(till:both:))
      } == [])
  }

  @Test func `a replacement keeps that the module chose a scope`() throws {
    #expect(
      try codes(
        { binder in
          binder.bind(Journal.init).scoped(.transient)
          binder.bind(Desk.self, Desk.init(till:journal:) as @Sendable (Till, Journal) -> Desk)
        }, overrides: { $0.replace(Journal.self, Journal.init) }) == [])
  }

  @Test func `two parameters of one value are reported, unless their keys are chosen`() throws {
    #expect(
      try codes { binder in
        binder.bind(Journal.init).scoped(.singleton)
        binder.bind(Axle.init)
      } == [.sameParameters])
    #expect(
      try codes { binder in
        binder.bind(Journal.init).scoped(.singleton)
        binder.bind(Axle.init).from(.unqualified, .unqualified)
      } == [])
  }

  @Test func `two parameters that get an object each are not`() throws {
    #expect(
      try codes { binder in
        binder.bind(Journal.init).scoped(.transient)
        binder.bind(Axle.init)
      } == [])
  }
}
