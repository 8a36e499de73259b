extension GraphDescription {
  /// The binding that every graph has: of its own description.
  static func declaration() -> Declaration {
    let key = AnyKey(GraphDescription.self)
    let declaration = Declaration(
      GraphDescription.self, key: key, kind: .value, site: CallSite("Wiring/GraphDescription.swift", 1, 1),
      dependencies: []
    ) { linker, _ in
      let blueprint = linker.blueprint
      return linker.transient { GraphDescription(blueprint) }
    }
    declaration.scope = .singleton
    return declaration
  }
}
