import Testing
import Wiring

@Suite("Modules")
struct ModuleTests {
  @Test("an included module is installed once, however many include it")
  func once() throws {
    let graph = try Plan(String.self, modules: [FrontModule(), SideModule()]).build()
    #expect(graph.root == "base 1")
  }

  @Test("a listed module takes the place of the same one that another includes")
  func listedWins() throws {
    let graph = try Plan(String.self, modules: [FrontModule(), SideModule(), BaseModule(number: 2)]).build()
    #expect(graph.root == "base 2")
  }

  @Test("two modules do not include one module with different settings, unless the plan lists it")
  func differentSettings() throws {
    let modules: [any Module] = [FrontModule(), FirstIncluder(), SecondIncluder()]
    let error = #expect(throws: WiringError.self) { _ = try Plan(String.self, modules: modules) }
    #expect(error?.problems.map(\.code) == [.moduleListedTwice])
    #expect(try Plan(String.self, modules: modules + [BaseModule(number: 3)]).build().root == "base 3")
  }

  @Test("an included module is installed before the one that includes it", arguments: [false, true])
  func order(isListed: Bool) throws {
    let modules: [any Module] = [OuterModule()] + (isListed ? [InnerModule()] : [])
    #expect(try Plan(String.self, modules: modules).build().root == "outer(inner(text))")
    #expect(try Plan([Int].self, modules: modules).build().root == [1, 2])
  }

  @Test("a module's requirement must be bound")
  func requirement() throws {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(Int.self) { binder in
        binder.bind(Int.self, to: 1)
        binder.requires((any Engine).self)
      }
    }
    #expect(error?.problems.map(\.summary) == ["nothing provides 'any Engine'"])
  }

  @Test("a module is replaced as a whole")
  func replacement() throws {
    let graph = try Plan(String.self, modules: [FrontModule(), SideModule(), BaseModule(number: 2)]) { overrides in
      overrides.replace(module: BaseModule.self, with: Bindings { $0.bind(Int.self, to: 3) })
    }
    #expect(throws: Never.self) { _ = try graph.build() }
    #expect(try graph.build().root == "base 3")
  }
}

private struct InnerModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(String.self) { "text" }
    binder.decorate(String.self) { (text: String) in "inner(\(text))" }
    binder.contribute(to: Int.self) { 1 }
  }
}

private struct OuterModule: Module {
  static var includes: [any Module] { [InnerModule()] }
  func configure(_ binder: inout Binder) {
    binder.decorate(String.self) { (text: String) in "outer(\(text))" }
    binder.contribute(to: Int.self) { 2 }
  }
}

private struct BaseModule: Module, Equatable {
  var number = 1
  func configure(_ binder: inout Binder) { binder.bind(Int.self, to: number) }
}

private struct FirstIncluder: Module {
  static var includes: [any Module] { [BaseModule(number: 11)] }
  func configure(_ binder: inout Binder) {}
}

private struct SecondIncluder: Module {
  static var includes: [any Module] { [BaseModule(number: 22)] }
  func configure(_ binder: inout Binder) {}
}

private struct FrontModule: Module {
  static var includes: [any Module] { [BaseModule()] }
  func configure(_ binder: inout Binder) { binder.bind(String.self) { (number: Int) in "base \(number)" } }
}

private struct SideModule: Module {
  static var includes: [any Module] { [BaseModule()] }
  func configure(_ binder: inout Binder) {}
}
