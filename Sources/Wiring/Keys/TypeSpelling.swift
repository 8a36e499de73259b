/// A generic type that messages print as in source code: `[any Clock]`, `Clock?`, `Lazy<any Clock>`. The runtime's own names
/// omit `any` in arguments and use no sugar.
protocol SpelledType {
  static var spelling: String { get }
}

extension Array: SpelledType {
  static var spelling: String { "[\(AnyKey(Element.self).typeName)]" }
}

extension Dictionary: SpelledType {
  static var spelling: String { "[\(AnyKey(Key.self).typeName): \(AnyKey(Value.self).typeName)]" }
}

extension Optional: SpelledType {
  static var spelling: String {
    let wrapped = AnyKey(Wrapped.self)
    return wrapped.isExistential || wrapped.isClosure ? "(\(wrapped.typeName))?" : "\(wrapped.typeName)?"
  }
}

extension Lazy: SpelledType {
  static var spelling: String { spelling("Lazy", of: Value.self) }
}

extension Provider: SpelledType {
  static var spelling: String { spelling("Provider", of: Value.self) }
}

extension Owned: SpelledType {
  static var spelling: String { spelling("Owned", of: Value.self) }
}

extension ScopeOpener: SpelledType {
  static var spelling: String { spelling("ScopeOpener", of: Context.self, Root.self) }
}

extension Factory: SpelledType {
  static var spelling: String { spelling("Factory", of: Value.self, repeat (each Argument).self) }
}

extension MainActorFactory: SpelledType {
  static var spelling: String { spelling("MainActorFactory", of: Value.self, repeat (each Argument).self) }
}

extension AsyncFactory: SpelledType {
  static var spelling: String { spelling("AsyncFactory", of: Value.self, repeat (each Argument).self) }
}

extension SpelledType {
  /// Returns the name of a generic type with its arguments.
  fileprivate static func spelling<each Argument>(_ name: String, of type: repeat (each Argument).Type) -> String {
    var arguments: [String] = []
    repeat arguments.append(AnyKey((each Argument).self).typeName)
    return "\(name)<\(arguments.joined(separator: ", "))>"
  }
}

extension AnyKey {
  /// The result type of a closure without parameters, as ``ClosureBindings`` derives; `nil` for another type, and for a
  /// result whose type is private.
  ///
  /// The language cannot take a function type apart, so the type is created from the mangled name of the result, which
  /// precedes that of the parameters. The mangling is stable, as ``Conformances`` says.
  var closureResult: (any Any.Type)? {
    guard isClosure, let name = _mangledTypeName(type),
      let suffix = Self.closureSuffixes.first(where: { name.hasSuffix($0) })
    else { return nil }
    return _typeByName(String(name.dropLast(suffix.count)))
  }

  /// Whether the type is a function type, rather than one that contains such.
  var isClosure: Bool { isFunction && _mangledTypeName(type)?.hasSuffix("c") == true }

  /// The mangled names of no parameters (`y`), with `@Sendable` (`Yb`), `throws` (`K`), `async` (`Ya`), the caller's isolation
  /// (`YC`) or the main actor (`ScMYc`).
  private static let closureSuffixes = ["", "Ya"].flatMap { async in
    ["", "Yb"].flatMap { sendable in
      ["", "K"].flatMap { failure in ["", "YC", "ScMYc"].map { "y\(async)\(sendable)\(failure)\($0)c" } }
    }
  }
}
