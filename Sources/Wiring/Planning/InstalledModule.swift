/// A module of a plan, and how it came there.
struct InstalledModule: Sendable {
  /// The module's type.
  let type: any Module.Type
  /// The module that included it; `nil` for one that the plan lists.
  let includedBy: Int?

  /// The module's name. Made when somebody asks: printing a type costs more than the rest of a plan.
  var name: String { type == DefinitionsModule.self ? "Definitions" : AnyKey(type).typeName }
}
