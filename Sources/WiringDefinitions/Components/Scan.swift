public import Wiring

/// A selection of the program's components that take part without a definition.
///
/// ```swift
/// let context = Definitions(scan: Scan(prefixes: ["SG"], types: ["LegacyMapper"]))
/// ```
///
/// A component is included when it is marked, and its type's name begins with one of the prefixes or is in the list.
/// `Plan.scan` lists each component with the verdict and the reason.
public struct Scan: Sendable {
  /// Prefixes of type names, as in `SG`. An empty one includes every component.
  public var prefixes: [String]
  /// Names of types, as in `Shop.Cart` or `Cart`.
  public var types: [String]
  /// Names of types that are excluded, though a prefix or a name includes them.
  public var exceptions: [String]
  /// Names of protocols as which components are not injected: common ones that no consumer requests.
  public var ignoredInterfaces: [String]
  /// Whether all shared objects of the scan are created when the graph is built.
  public var isEager: Bool
  private(set) var site: CallSite

  /// Includes components by name; the parameters set the properties.
  public init(
    prefixes: [String] = [], types: [String] = [], exceptions: [String] = [], ignoredInterfaces: [String] = [],
    isEager: Bool = false, file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    self.prefixes = prefixes
    self.types = types
    self.exceptions = exceptions
    self.ignoredInterfaces = ignoredInterfaces
    self.isEager = isEager
    site = CallSite(file, line, column)
  }

  /// Creates a scan from a file.
  package init(
    prefixes: [String], types: [String], exceptions: [String], ignoredInterfaces: [String], isEager: Bool,
    at location: SourceLocation
  ) {
    self.init(
      prefixes: prefixes, types: types, exceptions: exceptions, ignoredInterfaces: ignoredInterfaces, isEager: isEager)
    site = CallSite(location)
  }

  /// Includes every component of the program.
  public static func everything(
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> Scan {
    Scan(prefixes: [""], file: file, line: line, column: column)
  }
}

/// The verdict of a scan on a component of the program.
public struct ScannedComponent: Sendable {
  /// The verdict of a scan: whether a component takes part, and why.
  public enum Verdict: Sendable, Hashable {
    /// It takes part; the text is the reason, as in `prefix 'SG'`.
    case included(by: String)
    /// Neither a prefix nor a list includes it.
    case notNamed
    /// It is an exception.
    case excepted
    /// It is for other profiles.
    case otherProfile([Profile])
    /// A definition replaces it.
    case defined(at: SourceLocation)
    /// A module binds its type.
    case bound(at: SourceLocation)
  }

  /// The component.
  public let component: Component
  /// The verdict.
  public internal(set) var verdict: Verdict

  /// Whether it takes part.
  public var isIncluded: Bool { if case .included = verdict { true } else { false } }
}

extension ScannedComponent: CustomStringConvertible {
  /// The component and the verdict, as in `SGMapper: included by prefix 'SG'`.
  public var description: String { "\(component.typeName): \(verdict)" }
}

extension ScannedComponent.Verdict: CustomStringConvertible {
  /// The verdict as text.
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
  /// Returns the reason why the scan includes a component, such as `prefix 'Notes.'`; `nil` when it does not. O(rules).
  public func includes(_ component: Component) -> String? {
    guard !excepts(component) else { return nil }
    if let prefix = prefixes.first(where: { component.hasPrefix($0) }) {
      return prefix.isEmpty ? "a scan of everything" : "prefix '\(prefix)'"
    }
    return types.contains { component.isCalled($0) } ? "name" : nil
  }

  func excepts(_ component: Component) -> Bool { exceptions.contains { component.isCalled($0) } }
}

extension Component {
  /// The type's name without those of the enclosing types.
  private var lastName: Substring { typeName.split(separator: ".").last ?? "" }

  fileprivate func hasPrefix(_ prefix: String) -> Bool { typeName.hasPrefix(prefix) || lastName.hasPrefix(prefix) }

  fileprivate func isCalled(_ name: String) -> Bool {
    typeName == name || lastName == name || "\(module).\(typeName)" == name
  }
}
