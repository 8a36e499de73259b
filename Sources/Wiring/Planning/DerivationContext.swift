/// What a derived declaration depends on beyond its own type.
@usableFromInline struct DerivationContext {
  let qualifier: String?
  /// The place of whoever asks.
  let site: CallSite
  /// Whether a dependency is bound, or can be derived from what is.
  let isProvided: (Dependency) -> Bool
  /// Whether a module said that there may be none of a type.
  let mayBeEmpty: (AnyKey) -> Bool
}

/// A type that is had from the bindings of another one, as `Lazy<Clock>` is from those of `Clock`.
@usableFromInline protocol DerivedValue {
  /// The declaration of the type; `nil` when it cannot be derived here.
  static func declaration(_ context: DerivationContext) -> Declaration?
  /// Whether it leads to an object, rather than being made of objects.
  static var isHandle: Bool { get }
}

extension DerivedValue {
  @usableFromInline static var isHandle: Bool { true }
}

/// A derived declaration whose dependencies are known by position.
@usableFromInline struct DerivedDeclaration {
  let declaration: Declaration
  let targets: [Int]
}
