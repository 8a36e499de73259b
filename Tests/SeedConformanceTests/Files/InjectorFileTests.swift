import Testing
import Wiring
import WiringContext
import WiringDefinitions

/// How Injector's choice among several classes is settled, also by a file.
@Suite("B · Injector: several classes")
struct InjectorFileTests {
  @Test("B18 · of several classes none is the first: it is an error, settled by primary, a name, or a file")
  func ambiguity() throws {
    func rival(_ context: Definitions) throws -> String {
      try Plan((any Rival).self, modules: [], context: context).build().root.name
    }
    let two = Definitions(scan: Scan(types: ["FirstRival", "SecondRival", "Referee"]))
    let error = #expect(throws: WiringError.self) { try rival(two) }
    #expect(error?.problems.map(\.code) == [.ambiguous])
    #expect(try rival(Definitions(scan: Scan(types: ["FirstRival", "PrimaryRival", "SecondRival"]))) == "primary")
    #expect(try Plan(Referee.self, modules: [], context: two).build().root.rival.name == "second")
    #expect(
      try Plan(Void.self, modules: [InjectorTests.RootModule()], context: two).build()
        .resolve(named: "second", as: (any Rival).self).name == "second")
    let file = """
      scan: {types: [FirstRival, SecondRival]}
      objects:
        chosen: {class: SecondRival, as: Rival}
      """
    #expect(try rival(ContextReader(environment: [:]).read(file, as: .yaml, named: "rivals.yaml")) == "second")
  }
}
