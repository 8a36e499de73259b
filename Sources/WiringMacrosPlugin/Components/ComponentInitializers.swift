import SwiftSyntax
import SwiftSyntaxBuilder

/// The ways in which objects of a component are made: by its initializers, by one that is generated, or by the one that the
/// compiler writes.
struct ComponentInitializers {
  /// The first is the one that is used unless a definition asks for another.
  private(set) var all: [Initializer] = []
  /// The initializer to generate, as code.
  private(set) var generated: String?
  /// The properties that are set behind an initializer, since it does not take them.
  private(set) var propertyInjections: [StoredProperty] = []
  private(set) var errors: [ExpansionError] = []
  private let component: ComponentDeclaration

  init(of component: ComponentDeclaration, at attribute: AttributeSyntax) {
    self.component = component
    let injected = component.properties.filter { $0.injection != nil }
    if component.initializers.isEmpty || (injected.isEmpty && component.initializers.allSatisfy(\.isConvenience)) {
      write(taking: injected)
    } else {
      choosePrimary(at: attribute)
      addPropertyInjections(injected)
    }
    for syntax in component.initializers where all.first?.syntax.id != syntax.id {
      // Of a class whose subclasses count, only what every subclass has can be called.
      if isRequired, !syntax.modifiers.contains(.required) { continue }
      let initializer = Initializer(syntax, in: Syntax(component.declaration))
      if let initializer, initializer.errors.isEmpty { all.append(initializer) }
    }
  }

  /// Whether subclasses can be made in the same way.
  var isRequired: Bool {
    generated == nil && all.first?.syntax.modifiers.contains(.required) ?? false && component.isOpenToSubclasses
  }

  /// Takes the initializer of a type that writes none.
  private mutating func write(taking injected: [StoredProperty]) {
    let missing = component.properties.filter(\.needsValue)
    if injected.isEmpty {
      // What the compiler writes: for a struct one with the properties that have no value.
      let taken = component.kind == .struct ? missing : []
      take("init(\(taken.map(parameter).joined(separator: ", "))) {}")
      return
    }
    for property in missing where property.injection == nil {
      errors.append(
        ExpansionError(
          "no-value", at: property.syntax,
          "finds no value for '\(property.name.withoutBackticks)': give it one, mark it with '@Inject', or write an initializer"))
    }
    // What is wrong with a property by itself, '@Inject' says.
    let settable = (errors.isEmpty ? injected : component.properties.filter { $0.injection != nil || $0.needsValue })
      .filter { $0.dependency != nil && !($0.isConstant && $0.value != nil) }
    let body = settable.map { "self.\($0.name) = \($0.name)" }.joined(separator: "\n")
    let code = block("init(\(settable.map(parameter).joined(separator: ", ")))", body)
    generated = code
    take(code)
  }

  private mutating func take(_ code: String) {
    let syntax = DeclSyntax(stringLiteral: code).as(InitializerDeclSyntax.self)
    if let initializer = syntax.flatMap({ Initializer($0, in: Syntax(component.declaration)) }) { all = [initializer] }
  }

  private func parameter(_ property: StoredProperty) -> String {
    let value = property.value.map { " = \($0.trimmedDescription)" } ?? ""
    return "\(property.name): \(property.parameterType ?? "Any")\(value)"
  }

  private mutating func choosePrimary(at attribute: AttributeSyntax) {
    let read = component.initializers.compactMap { Initializer($0, in: Syntax(component.declaration)) }
    let marked = read.filter { InjectAttribute(in: $0.syntax.attributes) != nil }
    let designated = read.filter { !$0.syntax.isConvenience }
    let callable = designated.filter(\.errors.isEmpty)
    if let second = marked.dropFirst().first {
      errors.append(
        ExpansionError("two-marks", at: second.syntax, "finds '@Inject' at '\(marked[0].title)' already; mark one of them"))
    } else if let primary = marked.first ?? (designated.count == 1 ? designated.first : nil)
      ?? (callable.count == 1 ? callable.first : nil)
    {
      errors += primary.errors
      all = [primary]
    } else if callable.isEmpty {
      errors += read.prefix(1).flatMap(\.errors)
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
        "cannot set '\(name)' behind the initializer: it is a constant; take it as a parameter, or write 'var'",
        fixes: [.init("write 'var'", replace: specifier, with: specifier.with(\.tokenKind, .keyword(.var)))])
    }
    if property.isolation == .otherActor || (property.isolation == .main && component.isolation != .main) {
      return ExpansionError(
        "actor", at: property.syntax,
        "cannot set '\(name)' behind the initializer: it belongs to an actor; take it as a parameter")
    }
    if all.first?.parameters.contains(where: { $0.title == name || $0.name == property.name }) ?? false {
      return ExpansionError(
        "twice", at: property.syntax,
        "would set '\(name)' twice: the initializer takes it as well; remove '@Inject', or the parameter")
    }
    return nil
  }
}

extension InitializerDeclSyntax {
  fileprivate var isConvenience: Bool { modifiers.contains(.convenience) }
}

extension Initializer {
  /// The change that marks it.
  fileprivate var injectMarkFix: ExpansionError.Fix? {
    guard let first = syntax.firstToken(viewMode: .sourceAccurate) else { return nil }
    let marked = first.with(\.tokenKind, .identifier("@Inject \(first.text)"))
    return .init("mark '\(title)'", replace: first, with: marked)
  }
}
