/// What a scan says of a component of the program: whether it takes part, and why.
public struct ScannedComponent: Sendable {
  /// Whether a component takes part, and why.
  public enum Verdict: Sendable, Hashable {
    /// It takes part; the text says what includes it, as in `prefix 'SG'`.
    case included(by: String)
    /// Neither a prefix nor a list names it.
    case notNamed
    /// It is named as an exception.
    case excepted
    /// It is for other profiles.
    case otherProfile([Profile])
    /// A definition says how its objects are made.
    case defined(at: SourceLocation)
    /// A module binds its type.
    case bound(at: SourceLocation)
  }

  /// The component.
  public let component: Component
  /// Whether it takes part, and why.
  public internal(set) var verdict: Verdict

  /// Whether it takes part.
  public var isIncluded: Bool { if case .included = verdict { true } else { false } }
}

extension ScannedComponent: CustomStringConvertible {
  /// The component and the verdict, as in `SGMapper: included by prefix 'SG'`.
  public var description: String { "\(component.typeName): \(verdict)" }
}

extension ScannedComponent.Verdict: CustomStringConvertible {
  /// The verdict in words.
  public var description: String {
    switch self {
    case .included(let reason): "included by \(reason)"
    case .notNamed: "left out: no prefix and no list names it"
    case .excepted: "left out: the scan names it as an exception"
    case .otherProfile(let profiles):
      "left out: it is for profile \(profiles.map { "'\($0)'" }.joined(separator: ", ")) only"
    case .defined(let location): "left out: a definition takes its place  \(location.short)"
    case .bound(let location): "left out: a module binds its type  \(location.short)"
    }
  }
}

extension ScannedComponent.Verdict {
  init(_ component: Component, _ scans: [Scan]) {
    if let reason = scans.lazy.compactMap({ $0.includes(component) }).first {
      self = .included(by: reason)
    } else {
      self = scans.contains { $0.excepts(component) } ? .excepted : .notNamed
    }
  }
}

extension Scan {
  /// What includes a component, in words; `nil` when nothing does.
  package func includes(_ component: Component) -> String? {
    guard !excepts(component) else { return nil }
    if let prefix = prefixes.first(where: { component.hasPrefix($0) }) {
      return prefix.isEmpty ? "a scan of everything" : "prefix '\(prefix)'"
    }
    return types.contains { component.isCalled($0) } ? "name" : nil
  }

  func excepts(_ component: Component) -> Bool { exceptions.contains { component.isCalled($0) } }
}

extension Component {
  /// The type's name without those of the types around it.
  private var lastName: Substring { typeName.split(separator: ".").last ?? "" }

  fileprivate func hasPrefix(_ prefix: String) -> Bool { typeName.hasPrefix(prefix) || lastName.hasPrefix(prefix) }

  fileprivate func isCalled(_ name: String) -> Bool {
    typeName == name || lastName == name || "\(module).\(typeName)" == name
  }
}
