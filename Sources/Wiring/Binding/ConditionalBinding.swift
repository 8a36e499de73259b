/// A declared binding, with its key, and with what restricts it to some plans.
///
/// ```swift
/// binder.bind((any Mailer).self, ConsoleMailer.init).when(.demo)
/// binder.bind((any Mailer).self, SMTPMailer.init).byDefault()
/// ```
public protocol ConditionalBinding<Value> {
  /// The type of the object.
  associatedtype Value

  /// The declaration, which the modifiers change.
  var declared: DeclaredBinding { get }
}

/// The declaration of a binding.
public struct DeclaredBinding {
  let declaration: Declaration
}

extension ConditionalBinding {
  /// Qualifies the binding's key, which distinguishes it from others of the same type.
  ///
  /// ```swift
  /// binder.bind((any Store).self, MemoryStore.init).named(.cache)
  /// binder.bind(Report.init).from(.cache)
  /// ```
  ///
  /// A contribution is then a member of the list of that key; a decorator decorates the object of that key.
  @discardableResult
  public func named(_ key: Key<Value>) -> Self {
    let isNamed = declared.declaration.key.qualifier != nil
    declared.declaration.key = key.erased
    return isNamed ? modified(.misplaced("the first of two .named(…)")) : self
  }

  /// Restricts the binding to some profiles.
  @discardableResult
  public func when(_ profiles: Profile...) -> Self {
    modified(.profiles(profiles.map(\.name)) { profiles.contains($0) })
  }

  /// Excludes the binding from some profiles.
  @discardableResult
  public func unless(_ profiles: Profile...) -> Self {
    let names = profiles.map { "'\($0)'" }.joined(separator: ", ")
    return modified(.condition(isMet: { !profiles.contains($0) }, text: "it is not for profile \(names)"))
  }

  /// Restricts the binding to a condition.
  ///
  /// Unlike an `if` around the binding, it leaves a trace: when the key is missing, the report names the condition.
  ///
  /// - Parameters:
  ///   - condition: Whether the binding is part of the plan.
  ///   - text: A description of the condition, as in `a mail server is configured`.
  @discardableResult
  public func when(_ condition: Bool, _ text: String) -> Self {
    modified(.condition(isMet: { _ in condition }, text: "it applies only when \(text)"))
  }

  /// Makes the first dependency the object of another binding, whichever key that gets, and restricts this binding to its
  /// conditions.
  @discardableResult
  package func following(_ other: some ConditionalBinding) -> Self {
    declared.declaration.leader = other.declared.declaration
    return self
  }

  /// Makes the binding a default, which applies only if no other binding has its key.
  @discardableResult
  public func byDefault() -> Self { modified(.byDefault) }

  func modified(_ modifier: Modifier) -> Self {
    declared.declaration.modifiers.append(modifier)
    return self
  }
}
