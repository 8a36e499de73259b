/// An identifier of a binding: a type, and a qualifier when there are several bindings of that type.
///
/// Declare a qualified key once, as a constant; the compiler then knows its type wherever it is used:
///
/// ```swift
/// extension Key where Value == any Store {
///   static var cache: Self { Key("cache") }
/// }
/// binder.bind((any Store).self, MemoryStore.init).named(.cache)
/// binder.bind(Report.self, Report.init).from(.cache, .unqualified)
/// ```
///
/// `any Store` and `any Store & Sendable` are the same key: `Sendable` leaves no trace in a type at run time, so a
/// container cannot distinguish the two. Objects that threads share were bound as `Sendable`, which the compiler
/// enforces. An object that is not shared (``Scope/transient``, ``Scope/graph``) may be bound as `any Store` with a
/// class that is not `Sendable`, and reach a consumer whose parameter is `any Store & Sendable`. A protocol whose
/// objects cross threads should therefore inherit from `Sendable` itself; the difference then cannot be written.
public struct Key<Value>: Sendable {
  /// The name that distinguishes this binding from others of the same type; `nil` for the unqualified one.
  public let qualifier: String?

  /// Creates a qualified key.
  public init(_ qualifier: String) {
    self.qualifier = qualifier
  }

  private init() {
    qualifier = nil
  }

  /// The key that consists of the type alone.
  public static var unqualified: Key { Key() }

  /// Creates the key of a type that a caller names.
  ///
  /// - Throws: ``ResolutionError`` when the metatype is that of a subclass: an object of `Value` may be none.
  @inline(__always)
  init(_ type: Value.Type) throws(ResolutionError) {
    // By address: the comparison of metatypes is a call.
    guard ObjectIdentifier(type) == ObjectIdentifier(Value.self) else { throw Self.isDynamic(type) }
    qualifier = nil
  }

  /// Returns the key of a look-up that names its type as well.
  ///
  /// - Throws: ``ResolutionError`` when the metatype is that of a subclass.
  @inline(__always)
  func checked(for type: Value.Type) throws(ResolutionError) -> Key {
    guard ObjectIdentifier(type) == ObjectIdentifier(Value.self) else { throw Self.isDynamic(type) }
    return self
  }

  @inline(never)
  private static func isDynamic(_ type: Value.Type) -> ResolutionError {
    ResolutionError(.dynamicType(AnyKey(type), AnyKey(Value.self)))
  }

  @usableFromInline var erased: AnyKey { AnyKey(Value.self, qualifier: qualifier) }
}

/// A type-erased ``Key``.
public struct AnyKey: Sendable, Hashable {
  /// The type of the object.
  public let type: any Any.Type
  /// The qualifier; `nil` for an unqualified key.
  public let qualifier: String?

  /// Creates a key.
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
  /// The key as in source code: `any Clock`, `Report`, `any Store "cache"`.
  public var description: String {
    qualifier.map { "\(typeName) \"\(GeneratedQualifier.displayName($0))\"" } ?? typeName
  }

  /// The type as in source code, without its module.
  package var typeName: String {
    if let spelled = type as? any SpelledType.Type { return spelled.spelling }
    let name = (isExistential ? "any " : "") + bareTypeName
    guard let result = closureResult, let arrow = name.firstRange(of: " -> ") else { return name }
    return name[..<arrow.upperBound] + AnyKey(result).typeName
  }

  /// Whether the type is a function type.
  var isFunction: Bool { _typeName(type).contains(" -> ") }

  /// The name of the runtime without modules, without `any` and sugar, which is how context files name types.
  package var bareTypeName: String { qualifiedTypeName.withoutModules }

  /// The type with its module, as in `NotesDomain.Clock`.
  ///
  /// By the function behind `String(reflecting:)`, which would first look up conformances of the metatype at many times
  /// the cost.
  package var qualifiedTypeName: String {
    let name = _typeName(type)
    return name.hasPrefix(.constrained) ? String(name.dropFirst(String.constrained.count)) : name
  }

  /// The description with the modules of the types in it: `any Shop.Clock`.
  var descriptionWithModules: String {
    let name = (isExistential ? "any " : "") + qualifiedTypeName
    return qualifier.map { "\(name) \"\(GeneratedQualifier.displayName($0))\"" } ?? name
  }

  /// The expression of the metatype: `(any Clock).self`, `Report.self`, `(() -> Report).self`.
  package var expression: String { isExistential || isClosure ? "(\(typeName)).self" : "\(typeName).self" }

  /// Whether the type is `any P`, whose metatype the runtime prints as `P.Protocol`, or `any P<A>`, which it prints as
  /// `any P<Self.P.T == A>`.
  package var isExistential: Bool {
    type != Any.self
      && (_typeName(Swift.type(of: type as Any)).hasSuffix(".Protocol") || _typeName(type).hasPrefix(.constrained))
  }
}

extension String {
  /// The start of the runtime's name of a protocol with arguments. It prints other protocols without it.
  fileprivate static let constrained = "any "

  /// A type name of the runtime without modules: `Swift.Array<Shop.Order.Line>` as `Array<Order.Line>`.
  fileprivate var withoutModules: String {
    var result = ""
    var path: [Substring] = []
    var rest = self[...]
    func endPath() {
      // The first component is the module, unless it is the only one.
      result += (path.count > 1 ? path.dropFirst() : path[...]).joined(separator: ".")
      path = []
    }
    while let character = rest.first {
      if character == "(", let context = rest.context {
        // Private and local types have their context in parentheses: `(Secret in _3F…)`, `(unknown context at
        // $1a…).Local`.
        if let name = context.name { path.append(name) }
        rest = rest[context.end...]
      } else if character.isNameCharacter {
        path.append(rest.prefix(while: \.isNameCharacter))
        rest = rest.drop(while: \.isNameCharacter)
      } else if path.first == "Self", rest.hasPrefix(" == ") {
        // An argument of a protocol: `any Swift.Clock<Self.Swift.Clock.Duration == Swift.Duration>`. It needs its name
        // only when it is one of another protocol of a composition.
        path.removeFirst()
        let owner = path.dropFirst().dropLast().joined(separator: ".")
        guard result.hasSuffix(owner + "<") || result.hasSuffix(", ") else { continue }
        path = []
        rest = rest.dropFirst(4)
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

  /// Removes the notation of a parameter pack's arguments: `Factory<Draft, Pack{String}>`.
  private mutating func endPack() {
    if hasSuffix("Pack{") { removeLast(5) }
    if hasSuffix("}") { removeLast() }
    if hasSuffix(", >") { self = dropLast(3) + ">" }
  }
}

extension Substring {
  /// The parenthesized context at the start: the name in it, if any, and its end.
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

extension AnyKey {
  /// Returns whether a name means its type: as in code, with or without `any`, with or without its module.
  package func isNamed(_ name: String) -> Bool {
    let bare = name.hasPrefix("any ") ? String(name.dropFirst(4)) : name
    return bareTypeName == bare || qualifiedTypeName == bare
  }
}
