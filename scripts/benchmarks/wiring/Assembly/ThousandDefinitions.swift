package import Wiring
package import WiringBenchmarkServices
package import WiringDefinitions

/// A thousand definitions, or a thousand components, of the types that the script generates; they are found by name, as
/// those of a file are.
package enum ThousandDefinitions {
  /// Each refers to the one before it and has two values, written as text.
  package static var context: Definitions {
    var context = Definitions()
    for number in 0..<1000 {
      var definition = Definition(name(number), class: "SGGear\(digits(number))")
      if number > 0 {
        definition.properties = [
          DefinitionValue.Member("next", .reference(name(number - 1))),
          DefinitionValue.Member("text", DefinitionValue(.text("This is gear number \(number)"))),
          DefinitionValue.Member("size", DefinitionValue(.text("\(number % 10)"))),
        ]
      }
      context.add(definition)
    }
    return context
  }

  /// Proves and links all, and makes all: the last one needs each.
  @inline(never)
  package static func build(_ context: Definitions) throws -> any Numbered {
    try Plan((any Gear).self, named: Key(name(999)), modules: [], context: context).build().root
  }

  /// What enumerates the components of the program, and filters them.
  @inline(never)
  package static func included(by scan: Scan) -> Int {
    ComponentRegistry.linked.components.count { scan.includes($0) != nil }
  }

  /// Enumerates and filters them, and proves what they are made of; nothing is made.
  @inline(never)
  package static func plan(_ scan: Scan) throws -> Plan<Void> {
    try Plan(Void.self, modules: [NothingModule()], context: Definitions(scan: scan))
  }

  private static func name(_ number: Int) -> String { "gear\(digits(number))" }

  private static func digits(_ number: Int) -> String { String(String(10_000 + number).dropFirst()) }

  private struct NothingModule: Module {
    func configure(_ binder: inout Binder) { binder.bind(Void.self, to: ()) }
  }
}
