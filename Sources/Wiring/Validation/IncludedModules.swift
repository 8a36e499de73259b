/// The modules of a plan while their includes are followed.
struct IncludedModules {
  // Plain arrays: there are few modules, and the first use of each dictionary type costs a program's start more than a
  // linear search.
  private var modules: [(module: any Module, includer: Int?, includes: [Int])] = []
  /// The types that are installed or replaced, with the position of the module that is installed for them.
  private var types: [(type: any Module.Type, position: Int)] = []
  /// Modules that several others include, not all with the same settings.
  private(set) var differing: [(module: any Module.Type, includers: [any Module.Type])] = []

  func name(of position: Int?) -> String { position.map { _typeName(type(of: modules[$0].module)) } ?? "" }

  /// Returns whether the type of a module is installed, and records another module that includes it.
  mutating func contains(_ module: any Module, includedBy includer: Int?) -> Bool {
    let type = type(of: module)
    guard type != Bindings.self, let known = types.first(where: { $0.type == type }) else { return false }
    if let includer {
      modules[includer].includes.append(known.position)
      compare(module, with: modules[known.position].module, includers: [modules[known.position].includer, includer])
    }
    return true
  }

  /// Records a difference of two included modules. A listed module, or a replacement, wins over both on purpose.
  private mutating func compare(_ module: any Module, with installed: any Module, includers: [Int?]) {
    let type = type(of: module)
    let includers = includers.compactMap { $0.map { Swift.type(of: modules[$0].module) } }
    guard includers.count == 2, Swift.type(of: installed) == type, !module.mayEqual(installed) else { return }
    if let index = differing.firstIndex(where: { $0.module == type }) {
      differing[index].includers.append(includers[1])
    } else {
      differing.append((type, includers))
    }
  }

  /// Adds a module for a type, which differs from its own where it replaces another one.
  ///
  /// - Returns: The module's position; `nil` when it is installed already, since one module may replace two.
  mutating func add(_ module: any Module, as type: any Module.Type, includedBy includer: Int?) -> Int? {
    let own = Swift.type(of: module)
    let known = own == type || own == Bindings.self ? nil : types.first { $0.type == own }?.position
    let position = known ?? modules.count
    types.append((type, position))
    if let includer { modules[includer].includes.append(position) }
    guard known == nil else { return nil }
    if own != type { types.append((own, position)) }
    modules.append((module, includer, []))
    return position
  }

  /// Returns the modules in the order of installation, each with the position of its includer in that order.
  func inOrder(startingAt start: Int) -> [(module: any Module, includedBy: Int?)] {
    var order: [Int] = []
    var isVisited = Array(repeating: false, count: modules.count)
    // Recurses, since includes are types of the program: their depth is that of its source.
    func visit(_ position: Int) {
      guard !isVisited[position] else { return }
      isVisited[position] = true
      for included in modules[position].includes { visit(included) }
      order.append(position)
    }
    for position in modules.indices { visit(position) }
    return order.map { position in
      let includer = modules[position].includer.flatMap { order.firstIndex(of: $0) }
      return (modules[position].module, includer.map { start + $0 })
    }
  }
}

extension Module {
  /// Whether the settings may be those of another module of this type: only an `Equatable` one tells.
  fileprivate func mayEqual(_ other: any Module) -> Bool {
    (self as? any Equatable)?.isEqual(to: other) ?? true
  }
}

extension Equatable {
  fileprivate func isEqual(to other: any Module) -> Bool { other as? Self == self }
}
