extension GraphDescription {
  /// The binding that every graph has: of its own description.
  static func declaration(module: Int) -> Declaration {
    var declaration = Declaration(
      key: AnyKey(GraphDescription.self), kind: .value, site: CallSite("Wiring/GraphDescription.swift", 1, 1),
      dependencies: [], scope: .singleton
    ) { linker, _ in
      let opening = linker.opening(of: AnyKey(GraphDescription.self))
      return Node(needsFrame: false) { frame in
        try opening.enter(frame) { GraphDescription($0.container.blueprint) }
      }
    }
    declaration.module = module
    return declaration
  }
}
