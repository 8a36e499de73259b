/// The part of a plan besides its modules: definitions of objects, named values, and components of the program.
///
/// The module `WiringDefinitions` creates it, in code, and `WiringContext` from files. A program that imports neither links
/// none of that.
///
/// Immutable once a plan has it. Where several sources declare a key, the nearest one wins: an override over a definition, a
/// definition over a module's binding, a module over a scanned component. ``Plan/explain(_:named:)`` shows the choice.
public struct Definitions: Sendable {
  /// The definitions; `nil` for none.
  package var source: (any DefinitionSource)?

  package init(_ source: (any DefinitionSource)?) {
    self.source = source
  }

  /// No definitions.
  public static let none = Definitions(nil)

  /// Whether it contains nothing.
  var isEmpty: Bool { source?.isEmpty ?? true }
}

/// A list of definitions and scans, as a plan reads it.
package protocol DefinitionSource: Sendable {
  /// Whether it contains nothing.
  var isEmpty: Bool { get }

  /// Adds declarations of definitions and components to a plan, and sets its named values.
  ///
  /// - Parameter bound: The declarations of the plan's modules.
  func install(in installer: inout ModuleInstaller, bound: [Declaration])
}

/// The values of definitions: named ones, and those that definitions pass to parameters, each under a qualifier.
package protocol NamedValues: Sendable {
  /// The names of declared values, without those that definitions pass to parameters.
  var declared: [(name: String, location: SourceLocation?)] { get }
  /// The proxies of the program, for lazy definitions.
  var proxies: [LazyProxyRegistration] { get }
  /// The components that no scan includes, which could be what is missing.
  var leftOut: [LeftOutComponent] { get }

  /// The form of the value under a qualifier; `nil` where there is none.
  func form(of qualifier: String) -> NamedValueForm?

  /// The location of the value under a qualifier; `nil` in code.
  func location(of qualifier: String) -> SourceLocation?

  /// Returns the declaration of the value under a qualifier, read as the type of a key.
  func declaration(of key: AnyKey, reading qualifier: String, site: CallSite) throws(ValueFailure) -> Declaration

  /// Reads the value under a qualifier as a type.
  func read<Value>(_ qualifier: String, as type: Value.Type) throws(ValueFailure) -> Value

  /// Returns the failure of a value that is not what was expected.
  func failure(of qualifier: String, expected: String) -> ValueFailure
}

/// The form of a named value.
package enum NamedValueForm: Sendable {
  /// Another name.
  case reference(String, isLazy: Bool)
  /// A list of objects, or a map of them, which are found by qualifiers.
  case objects(_ qualifiers: [String], names: [String]?)
  /// A value that is read, or an existing object.
  case literal(isGiven: Bool)

  /// Whether it contains an object that must be created rather than read.
  var hasObjects: Bool { if case .literal = self { false } else { true } }
}

/// A value that could not be read. An object, because every throwing call reserves stack space for its error.
package final class ValueFailure: Error {
  /// The expected value, as in `a whole number from 0 to 255`.
  package let expected: String
  /// The description of the actual value.
  package let found: String
  /// The path to it from the outermost value, as in `["retry", "[2]", "limit"]`; empty for that one.
  package let path: [String]
  /// The location of the innermost value that does not match; `nil` in code.
  package let location: SourceLocation?
  /// A valid value that is similar to the actual one.
  package let nearMiss: String?
  /// Whether the reader of a file has reported it.
  package let isReported: Bool

  package init(
    expected: String, found: String, path: [String], location: SourceLocation?, nearMiss: String?, isReported: Bool
  ) {
    self.expected = expected
    self.found = found
    self.path = path
    self.location = location
    self.nearMiss = nearMiss
    self.isReported = isReported
  }
}

/// A component that no scan includes.
package struct LeftOutComponent: Sendable {
  let type: any Any.Type
  /// The description of the component with the reason.
  let text: String
  let location: SourceLocation
  /// The advice for a program that needs it.
  let advice: String

  package init(type: any Any.Type, text: String, location: SourceLocation, advice: String) {
    self.type = type
    self.text = text
    self.location = location
    self.advice = advice
  }
}
