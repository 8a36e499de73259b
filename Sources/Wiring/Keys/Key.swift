/// What a consumer asks for: a type, and a qualifier when there are several bindings of that type.
///
/// Declare a qualified key once, as a constant; the compiler then knows its type wherever it is used:
///
/// ```swift
/// extension Key where Value == any Store {
///   static var cache: Self { Key("cache") }
/// }
/// binder.bind(.cache, MemoryStore.init)
/// binder.bind(Report.self, Report.init).from(.cache, .unqualified)
/// ```
///
/// `any Store` and `any Store & Sendable` are one key: `Sendable` leaves no trace in a type at run time, so that a container
/// cannot tell the two apart. What is shared between threads was bound as `Sendable`, which the compiler demands. What is
/// not shared (``Scope/transient``, ``Scope/graph``) may be bound as `any Store` with a class that is not `Sendable`, and
/// reach a consumer whose parameter says `any Store & Sendable`. So let a protocol whose objects cross threads inherit from
/// `Sendable` itself; the difference then cannot be written.
public struct Key<Value>: Sendable {
  /// What tells this binding from others of the same type; `nil` for the one that needs no telling.
  public let qualifier: String?

  /// Creates a qualified key.
  ///
  /// - Parameter qualifier: What tells this binding from others of the same type.
  public init(_ qualifier: String) {
    self.qualifier = qualifier
  }

  private init() {
    qualifier = nil
  }

  /// The key that is the type alone.
  public static var unqualified: Key { Key() }

  @usableFromInline var erased: AnyKey { AnyKey(Value.self, qualifier: qualifier) }
}

/// A ``Key`` whose type is known at run time only.
public struct AnyKey: Sendable, Hashable {
  /// The type that is asked for.
  public let type: any Any.Type
  /// The qualifier, if there is one.
  public let qualifier: String?

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - type: The type that is asked for.
  ///   - qualifier: The qualifier, if there is one.
  @inlinable
  public init(_ type: any Any.Type, qualifier: String? = nil) {
    self.type = type
    self.qualifier = qualifier
  }

  /// Whether two keys are the same type with the same qualifier.
  @inlinable
  public static func == (left: AnyKey, right: AnyKey) -> Bool {
    left.type == right.type && left.qualifier == right.qualifier
  }

  /// Feeds the type and the qualifier to a hasher.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type))
    if let qualifier { hasher.combine(qualifier) }
  }
}

extension AnyKey: CustomStringConvertible {
  /// The key as it is written in code: `any Clock`, `Report`, `any Store "cache"`.
  public var description: String {
    qualifier.map { "\(typeName) \"\(GeneratedQualifier.displayName($0))\"" } ?? typeName
  }

  /// The type as it is written in code, without its module.
  var typeName: String { (isExistential ? "any " : "") + qualifiedTypeName.withoutModules }

  /// The type without its module and without `any`, as it stands between angle brackets.
  var bareTypeName: String { qualifiedTypeName.withoutModules }

  /// The type with its module, by the function behind `String(reflecting:)`, which would look for conformances of the
  /// metatype first, at many times the cost; as in `NotesDomain.Clock`.
  var qualifiedTypeName: String { _typeName(type) }

  /// The expression that names the type: `(any Clock).self`, `Report.self`.
  package var expression: String { isExistential ? "(\(typeName)).self" : "\(typeName).self" }

  /// Whether the type is `any P`: the language prints the metatype of such a type as `P.Protocol`.
  var isExistential: Bool { type != Any.self && _typeName(Swift.type(of: type as Any)).hasSuffix(".Protocol") }
}

extension String {
  /// A type's name as the language prints it, without the modules: `Swift.Array<Shop.Order.Line>` as `Array<Order.Line>`.
  fileprivate var withoutModules: String {
    var result = ""
    var path: [Substring] = []
    var rest = self[...]
    func endPath() {
      // The first part is the module; a name alone has none.
      result += (path.count > 1 ? path.dropFirst() : path[...]).joined(separator: ".")
      path = []
    }
    while let character = rest.first {
      if character == "(", let context = rest.context {
        // Private and local types carry their context in brackets: `(Secret in _3F…)`, `(unknown context at $1a…).Local`.
        if let name = context.name { path.append(name) }
        rest = rest[context.end...]
      } else if character.isNameCharacter {
        path.append(rest.prefix(while: \.isNameCharacter))
        rest = rest.drop(while: \.isNameCharacter)
      } else {
        if character != "." || path.isEmpty {
          endPath()
          result.append(character)
          result.endPack()
        }
        rest.removeFirst()
      }
    }
    endPath()
    return result
  }

  /// Takes away how the language prints the arguments of a parameter pack: `Factory<Draft, Pack{String}>`.
  private mutating func endPack() {
    if hasSuffix("Pack{") { removeLast(5) }
    if hasSuffix("}") { removeLast() }
    if hasSuffix(", >") { self = dropLast(3) + ">" }
  }
}

extension Substring {
  /// The context in brackets that it begins with: the name in it, if any, and where it ends.
  fileprivate var context: (name: Substring?, end: Index)? {
    guard let close = firstIndex(of: ")") else { return nil }
    let inside = self[index(after: startIndex)..<close]
    if inside.hasPrefix("unknown context at $") { return (nil, index(after: close)) }
    let words = inside.split(separator: " ")
    guard words.count == 3, words[1] == "in", words[2].hasPrefix("_") else { return nil }
    return (words[0], index(after: close))
  }
}

extension Character {
  fileprivate var isNameCharacter: Bool { isLetter || isNumber || self == "_" }
}
