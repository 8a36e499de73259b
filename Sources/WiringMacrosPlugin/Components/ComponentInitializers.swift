import SwiftSyntax
import SwiftSyntaxBuilder

/// The initializers of a component: those of its declaration, or the generated one, or the compiler's implicit one.
struct ComponentInitializers {
  let component: ComponentDeclaration
  /// The callable initializers, the default one first.
  private(set) var all: [Initializer] = []
  /// The initializer to generate, as code.
  private(set) var generated: String?
  /// The properties to set after the initializer, because it does not take them.
  private(set) var propertyInjections: [StoredProperty] = []
  private(set) var errors: [ExpansionError] = []

  init(of component: ComponentDeclaration, at attribute: AttributeSyntax) {
    self.component = component
    let injected = component.properties.filter { $0.injection != nil }
    if component.initializers.isEmpty || (injected.isEmpty && component.initializers.allSatisfy(\.isConvenience)) {
      synthesize(taking: injected)
    } else {
      choosePrimary(at: attribute)
      addPropertyInjections(injected)
    }
    for method in component.injectedMethods {
      let isolation = ActorIsolation(method.syntax.attributes, method.syntax.modifiers, in: component.isolation)
      guard isolation == .otherActor || (isolation == .main && component.isolation != .main) else { continue }
      errors.append(
        ExpansionError(
          "actor", at: method.syntax.name,
          "cannot call '\(method.syntax.name.text)' after the initializer: it is isolated to an actor; take its arguments "
            + "as parameters of the initializer"))
    }
    for syntax in component.initializers where all.first?.syntax.id != syntax.id {
      // For a class with subclasses, only initializers that every subclass has are callable.
      if isRequired, !syntax.modifiers.contains(.required) { continue }
      let initializer = Initializer(syntax, in: Syntax(component.declaration))
      if let initializer, initializer.error == nil { all.append(initializer) }
    }
  }

  /// Whether subclasses can be created by the same initializer.
  var isRequired: Bool {
    generated == nil && all.first?.syntax.modifiers.contains(.required) ?? false && component.isOpenToSubclasses
  }

  /// Adds the initializer of a type that declares none.
  private mutating func synthesize(taking injected: [StoredProperty]) {
    let missing = component.properties.filter(\.needsValue)
    if injected.isEmpty {
      // The compiler's: memberwise for a struct.
      let taken = component.kind == .struct ? missing : []
      useSynthesized("init(\(taken.map(parameter).joined(separator: ", "))) {}")
      return
    }
    for property in missing where property.injection == nil {
      errors.append(
        ExpansionError(
          "no-value", at: property.syntax,
          "finds no value for '\(property.name.withoutBackticks)': add one, mark the property with '@Inject', "
            + "or write an initializer"))
    }
    // '@Inject' itself reports properties without a type, and constants with a value.
    let settable = (errors.isEmpty ? injected : component.properties.filter { $0.injection != nil || $0.needsValue })
      .filter { $0.dependency != nil && !($0.isConstant && $0.value != nil) }
    let body = settable.map { "self.\($0.name) = \($0.name)" }.joined(separator: "\n")
    let code = block("init(\(settable.map(parameter).joined(separator: ", ")))", body)
    generated = code
    useSynthesized(code)
  }

  private mutating func useSynthesized(_ code: String) {
    let syntax = DeclSyntax(stringLiteral: code).as(InitializerDeclSyntax.self)
    if let initializer = syntax.flatMap({ Initializer($0, in: Syntax(component.declaration)) }) { all = [initializer] }
  }

  private func parameter(_ property: StoredProperty) -> String {
    let value = property.value.map { " = \($0.trimmedDescription)" } ?? ""
    return "\(property.name.asLabel): \(property.parameterType ?? "Any")\(value)"
  }

  private mutating func choosePrimary(at attribute: AttributeSyntax) {
    let read = component.initializers.compactMap { Initializer($0, in: Syntax(component.declaration)) }
    let marked = read.filter { InjectAttribute(in: $0.syntax.attributes) != nil }
    let designated = read.filter { !$0.syntax.isConvenience }
    let callable = designated.filter { $0.error == nil }
    if let second = marked.dropFirst().first {
      errors.append(
        ExpansionError(
          "two-marks", at: second.syntax, "finds '@Inject' at '\(marked[0].title)' already; mark only one initializer"))
    } else if let primary = marked.first ?? (designated.count == 1 ? designated.first : nil)
      ?? (callable.count == 1 ? callable.first : nil)
    {
      errors += [primary.error].compactMap(\.self)
      all = [primary]
    } else if callable.isEmpty {
      errors += read.prefix(1).compactMap(\.error)
    } else {
      errors.append(
        ExpansionError(
          "several", at: attribute, "finds several initializers in '\(component.name)'; mark one with '@Inject'",
          fixes: callable.compactMap(\.injectMarkFix)))
    }
  }

  private mutating func addPropertyInjections(_ injected: [StoredProperty]) {
    for property in injected where property.dependency != nil && property.value == nil || !property.isConstant {
      if let error = error(ofPropertyInjection: property) {
        errors.append(error)
      } else if property.dependency != nil {
        propertyInjections.append(property)
      }
    }
  }

  private func error(ofPropertyInjection property: StoredProperty) -> ExpansionError? {
    let name = property.name.withoutBackticks
    if property.isConstant {
      let specifier = property.syntax.bindingSpecifier
      return ExpansionError(
        "constant", at: property.syntax,
        "cannot set '\(name)' after the initializer: it is a constant; take it as a parameter, or write 'var'",
        fixes: [.init("write 'var'", replace: specifier, with: specifier.with(\.tokenKind, .keyword(.var)))])
    }
    if property.isolation == .otherActor || (property.isolation == .main && component.isolation != .main) {
      return ExpansionError(
        "actor", at: property.syntax,
        "cannot set '\(name)' after the initializer: it is isolated to an actor; take it as a parameter")
    }
    if all.first?.parameters.contains(where: { $0.title == name || $0.name == property.name }) ?? false {
      return ExpansionError(
        "twice", at: property.syntax,
        "would set '\(name)' twice: the initializer takes it too; remove '@Inject' or the parameter")
    }
    return nil
  }
}

extension InitializerDeclSyntax {
  fileprivate var isConvenience: Bool { modifiers.contains(.convenience) }
}

extension Initializer {
  /// The fix that marks the initializer with `@Inject`.
  fileprivate var injectMarkFix: ExpansionError.Fix? {
    guard let first = syntax.firstToken(viewMode: .sourceAccurate) else { return nil }
    let marked = first.with(\.tokenKind, .identifier("@Inject \(first.text)"))
    return .init("mark '\(title)'", replace: first, with: marked)
  }
}
