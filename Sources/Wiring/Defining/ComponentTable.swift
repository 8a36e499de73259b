/// Components by what they are called.
struct ComponentTable {
  let all: [Component]
  private let byName: [String: [Int]]
  private let byType: [ObjectIdentifier: Int]

  init(_ components: [Component]) {
    // By place, so that nothing depends on the order in which a program was linked.
    all = components
    var byName: [String: [Int]] = [:]
    var byType: [ObjectIdentifier: Int] = [:]
    for (index, component) in components.enumerated() where byType[ObjectIdentifier(component.type)] == nil {
      byType[ObjectIdentifier(component.type)] = index
      byName[component.typeName, default: []].append(index)
      if let dot = component.typeName.lastIndex(of: ".") {
        byName[String(component.typeName[component.typeName.index(after: dot)...]), default: []].append(index)
      }
    }
    self.byName = byName
    self.byType = byType
  }

  /// The components that a name can mean: a type's name, with those of the types around it or without, with the module or
  /// without.
  func named(_ name: String) -> [Component] {
    if let found = byName[name] {
      // A name in full means that type, even if another one's last part is the same.
      let exact = found.filter { all[$0].typeName == name }
      return (exact.isEmpty ? found : exact).map { all[$0] }
    }
    guard let dot = name.firstIndex(of: ".") else { return [] }
    let (module, rest) = (name[..<dot], String(name[name.index(after: dot)...]))
    return (byName[rest] ?? []).map { all[$0] }.filter { $0.module == module }
  }

  func ofType(_ type: any Any.Type) -> Component? {
    byType[ObjectIdentifier(type)].map { all[$0] }
  }

  /// Names of components that are nearly this one.
  func near(_ name: String) -> [String] {
    Spelling.near(name, in: byName.keys.sorted())
  }
}
