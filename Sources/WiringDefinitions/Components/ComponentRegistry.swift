public import Wiring

/// A list of components: those of the program, or others.
///
/// A set of definitions contains its registry, so that a test, or a program without scanned types, can use another one.
public struct ComponentRegistry: Sendable {
  /// The contents of a registry other than ``linked``.
  private let listed: (components: [Component], proxies: [LazyProxyRegistration])?

  /// Creates a registry.
  public init(_ components: [Component], proxies: [LazyProxyRegistration] = []) {
    listed = (components, proxies)
  }

  private init() {
    listed = nil
  }

  /// The components of the program, as the linker collected them.
  public static let linked = ComponentRegistry()

  /// The components. O(components) for those of the program, which are read on each access.
  public var components: [Component] { listed?.components ?? ComponentRecords.all() }

  /// The proxies. O(proxies) for those of the program, which are read on each access.
  public var proxies: [LazyProxyRegistration] { listed?.proxies ?? ComponentRecords.proxies() }
}

/// An index of components by name.
struct ComponentTable {
  let all: [Component]
  private let byName: [String: [Int]]
  private let byType: [ObjectIdentifier: Int]

  /// The components, each type once.
  var distinct: [Component] { byType.values.sorted().map { all[$0] } }

  init(_ components: [Component]) {
    all = components
    var byName: [String: [Int]] = [:]
    var byType: [ObjectIdentifier: Int] = [:]
    for (index, component) in components.enumerated() {
      // Of two descriptions of one type, the first in the source counts, whatever the order of linking.
      if let other = byType[ObjectIdentifier(component.type)], components[other].location <= component.location {
        continue
      }
      byType[ObjectIdentifier(component.type)] = index
    }
    for index in byType.values.sorted() {
      let name = components[index].typeName
      byName[name, default: []].append(index)
      if let dot = name.lastIndex(of: ".") {
        byName[String(name[name.index(after: dot)...]), default: []].append(index)
      }
    }
    self.byName = byName
    self.byType = byType
  }

  /// Returns the components with a name: a type's name, with or without those of the enclosing types and with or
  /// without the module.
  func named(_ name: String) -> [Component] {
    if let found = byName[name] {
      // A full name means that type, even if the last component of another name is the same.
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

  /// Returns names of components that are similar to a name.
  func near(_ name: String) -> [String] {
    Spelling.near(name, in: byName.keys.sorted())
  }
}
