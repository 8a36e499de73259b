/// Which components of the program take part without a definition.
///
/// ```swift
/// let context = Definitions(scan: Scan(prefixes: ["SG"], types: ["LegacyMapper"]))
/// ```
///
/// A component is included when it is marked, and its type's name begins with one of the prefixes or stands in the list.
/// ``Plan/scan`` says of each component whether it is, and why.
///
/// ## Topics
/// ### Scanning
/// - ``init(prefixes:types:exceptions:ignoredInterfaces:isEager:file:line:column:)``
/// - ``everything(file:line:column:)``
/// ### What is included
/// - ``prefixes``
/// - ``types``
/// - ``exceptions``
/// ### How it is used
/// - ``ignoredInterfaces``
/// - ``isEager``
public struct Scan: Sendable {
  /// Beginnings of type names, as in `SG`. An empty one includes every component.
  public var prefixes: [String]
  /// Names of types, as in `Shop.Cart` or `Cart`.
  public var types: [String]
  /// Names of types that are left out, though a prefix or a name includes them.
  public var exceptions: [String]
  /// Names of protocols for which components are not found: those that everything conforms to, and that nobody means.
  public var ignoredInterfaces: [String]
  /// Whether every shared object of the scan is made when the graph is built.
  public var isEager: Bool
  let site: CallSite

  /// Includes components by name.
  ///
  /// - Parameters:
  ///   - prefixes: Beginnings of type names.
  ///   - types: Names of types.
  ///   - exceptions: Names of types that are left out.
  ///   - ignoredInterfaces: Names of protocols for which components are not found.
  ///   - isEager: Whether every shared object of the scan is made when the graph is built.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  public init(
    prefixes: [String] = [], types: [String] = [], exceptions: [String] = [], ignoredInterfaces: [String] = [],
    isEager: Bool = false, file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    self.init(prefixes, types, exceptions, ignoredInterfaces, isEager, CallSite(file, line, column))
  }

  /// Includes components by name, as a file says.
  package init(
    prefixes: [String], types: [String], exceptions: [String], ignoredInterfaces: [String], isEager: Bool,
    at location: SourceLocation
  ) {
    self.init(prefixes, types, exceptions, ignoredInterfaces, isEager, CallSite(location))
  }

  private init(
    _ prefixes: [String], _ types: [String], _ exceptions: [String], _ ignoredInterfaces: [String], _ isEager: Bool,
    _ site: CallSite
  ) {
    self.prefixes = prefixes
    self.types = types
    self.exceptions = exceptions
    self.ignoredInterfaces = ignoredInterfaces
    self.isEager = isEager
    self.site = site
  }

  /// Includes every component of the program.
  ///
  /// - Parameters:
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The scan.
  public static func everything(
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> Scan {
    Scan(prefixes: [""], file: file, line: line, column: column)
  }
}
