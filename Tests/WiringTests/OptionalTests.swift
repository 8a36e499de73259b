import Testing
import Wiring

@Suite("Optional and default bindings")
struct OptionalTests {
  private struct Asker: Sendable {
    let number: Int?
    init(number: Int?) { self.number = number }
  }

  @Test("an optional dependency is what is bound")
  func bound() throws {
    let root = try plan(Asker.self) { binder in
      binder.bind(Int.self, to: 7)
      binder.bind(Asker.init)
    }.build().root
    #expect(root.number == 7)
  }

  // Few: to make the type, Swift's runtime takes twice the time for each further level.
  @Test("optionals can be nested, and the innermost one tells whether the type is bound")
  func nested() throws {
    let graph = try plan(String.self) { binder in
      binder.bind(Int.self, to: 7)
      binder.bind(String.self) { (number: Int????, other: Double????) in
        "\(number.flatMap(\.self).flatMap(\.self).flatMap(\.self) == 7) \(other == nil) \(other == .some(.some(.some(nil))))"
      }
    }.build()
    #expect(graph.root == "true false true")
  }

  @Test("an optional dependency without a binding is nil")
  func unbound() throws {
    #expect(try plan(Asker.self) { $0.bind(Asker.init) }.build().root.number == nil)
  }

  @Test("a binding of the optional itself wins")
  func explicit() throws {
    let root = try plan(Asker.self) { binder in
      binder.bind(Int.self, to: 7)
      binder.bind(Int?.self, to: 8)
      binder.bind(Asker.init)
    }.build().root
    #expect(root.number == 8)
  }

  @Test("an optional dependency whose object lacks something is a problem, not nil")
  func incomplete() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(Asker.self) { binder in
        binder.bind(Int.self) { (text: String) in text.count }
        binder.bind(Asker.init)
      }
    }
    #expect(error?.problems.map(\.summary) == ["nothing provides 'String'"])
  }

  @Test("an optional handle refers to the binding, whatever else requests the handle")
  func handle() throws {
    let root = try plan(String.self) { binder in
      binder.bind(Int.self, to: 7)
      binder.bind(String.self) { (number: Lazy<Int>?, make: (() -> Int)?) in
        "\(try number?.value ?? 0) \(make?() ?? 0)"
      }
    }.build().root
    #expect(root == "7 7")
  }

  @Test("an optional handle without a binding is nil")
  func unboundHandle() throws {
    let root = try plan(String.self) { binder in
      binder.bind(String.self) { (number: Lazy<Int>?, make: (() -> Int)?) in
        "\(number == nil) \(make == nil)"
      }
    }.build().root
    #expect(root == "true true")
  }

  @Test("a closure that returns an optional is found in either order of declaration", arguments: [false, true])
  func closureOfOptional(isReversed: Bool) throws {
    let bindings: [@Sendable (inout Binder) -> Void] = [
      { $0.bind(Asker.init) },
      { $0.bind(String.self) { (make: @escaping () -> Int?) in "\(make() ?? 0)" } },
    ]
    let report = #expect(throws: WiringError.self) {
      _ = try plan(String.self) { binder in
        for bind in isReversed ? bindings.reversed() : bindings { bind(&binder) }
        binder.bind(Int.self, to: 7)
      }
    }
    #expect(report?.problems.map(\.summary) == ["nothing provides '() -> Int?'"])
  }

  @Test("an optional dependency on an asynchronous object is awaited")
  func asynchronous() async throws {
    let root = try await Plan(
      Asker.self,
      modules: [
        Bindings { binder in
          binder.bind(Int.self, async: { () async in 7 })
          binder.bind(Asker.init)
        }
      ]
    ).buildAsync().root
    #expect(root.number == 7)
  }

  @Test("a default applies when the key has no other binding")
  func defaultStands() throws {
    #expect(try plan(Int.self) { $0.bind(Int.self) { 1 }.byDefault() }.build().root == 1)
  }

  @Test("a default gives way to a binding, in whatever order", arguments: [false, true])
  func defaultGivesWay(isFirst: Bool) throws {
    let root = try plan(Int.self) { binder in
      if isFirst { binder.bind(Int.self) { 1 }.byDefault() }
      binder.bind(Int.self, to: 2)
      if !isFirst { binder.bind(Int.self) { 1 }.byDefault() }
    }.build().root
    #expect(root == 2)
  }

  @Test("a default of an inner graph gives way to a binding of the outer one")
  func innerDefault() throws {
    let outer = try plan(Int.self) { $0.bind(Int.self, to: 1) }.build()
    let inner = try outer.child(
      String.self,
      modules: [
        Bindings { binder in
          binder.bind(Int.self) { 2 }.byDefault()
          binder.bind(String.self) { (number: Int) in "\(number)" }
        }
      ]
    ).build()
    #expect(inner.root == "1")
  }

  @Test("two defaults of one key are ambiguous")
  func ambiguous() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(Int.self) { binder in
        binder.bind(Int.self) { 1 }.byDefault()
        binder.bind(Int.self) { 2 }.byDefault()
      }
    }
    #expect(error?.problems.map(\.code) == [.ambiguous])
  }
}
