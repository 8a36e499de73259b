import SwiftSyntax

/// What is generated in a component.
struct ComponentCode {
  let subject: ComponentSubject
  let initializers: ComponentInitializers
  let attribute: AttributeSyntax
  /// The place of the type: the arguments of a call, as code.
  let place: String
  /// Whether a superclass describes itself, too.
  let isOverride: Bool

  /// The type whose objects are described: for one whose subclasses can be made in the same way, the one that is asked.
  private var type: String { initializers.isRequired ? "Self" : subject.name }

  /// The description.
  var description: String {
    let modifiers = (isOverride ? "override " : "") + (isOverride || subject.isOpenToSubclasses ? "class" : "static")
    let steps =
      initializers.all.map(constructor) + properties + subject.methods.map(\.code)
      + subject.interfaces.map { "component.conforms(to: (any \($0) & Copyable).self) { $0 }" }
    let call =
      "Wiring.Component(\n\(arguments.joined(separator: ", ").indented)\n) { component in\n"
      + steps.joined(separator: "\n").indented + "\n}"
      + (initializers.isRequired ? "\n.inherited(from: \(subject.name).self)" : "")
    return "/// How a container makes the objects of this type.\n"
      + block("\(subject.access)nonisolated \(modifiers) var wiringComponent: Wiring.Component", call)
  }

  private var arguments: [String] {
    var arguments = ["\(type).self", "\"\(subject.typeName)\""]
    let given = Dictionary(
      attribute.labelledArguments.map { ($0.label, $0.value) }, uniquingKeysWith: { first, _ in first })
    if let name = given[""] { arguments.append("name: \(name)") }
    if attribute.name != "Component" { arguments.append("stereotype: \"\(attribute.name)\"") }
    if let scope = given["scope"] {
      arguments.append("scope: Wiring.Component.scope(\(scope), of: \(type).self)")
    }
    for (label, parameter) in [
      ("lazy", "isLazy"), ("primary", "isPrimary"), ("eager", "isEager"), ("qualifier", "qualifier"),
      ("profiles", "profiles"),
    ] {
      if let value = given[label] { arguments.append("\(parameter): \(value)") }
    }
    return arguments + [place]
  }

  /// What offers an initializer to definitions.
  private func constructor(_ initializer: Initializer) -> String {
    let later = initializers.injectedLater
    let isolation = ActorIsolation(
      initializer.syntax.attributes, initializer.syntax.modifiers,
      in: subject.kind == .actor ? .none : subject.isolation)
    let isAsync = initializer.isAsync || isolation == .elsewhere
    let dependencies = initializer.parameters.map(Dependency.init)
    let attribute = InjectAttribute(in: initializer.syntax.attributes)
    let names =
      dependencies.map { dependency in
        let name = dependency.parameter.title.isEmpty ? dependency.parameter.name : dependency.parameter.title
        return self.name(name, attribute?.qualifier(of: name) ?? qualifier(ofProperty: name))
      } + later.map { self.name($0.name.bare, $0.injection?.qualifier) }
    let parameters =
      dependencies.map { "\($0.parameter.name): \($0.parameterType)" }
      + later.map { "\($0.name): \(laterType(of: $0))" }
    let effects = (isAsync ? " async" : "") + initializer.throwing.clause
    let made =
      (initializer.throwing == .nothing ? "" : "try ") + (isAsync ? "await " : "")
      + "\(type)(\(dependencies.map { $0.argument($0.parameter.name) }.joined(separator: ", ")))"
    let label = isAsync ? "async: " : isolation == .main ? "main: " : ""
    let onMain = isAsync && isolation == .main && !later.isEmpty ? "@MainActor " : ""
    return "component.initializer(\(label)[\(names.joined(separator: ", "))]) { "
      + "\(onMain)(\(parameters.joined(separator: ", ")))\(effects) -> \(type) in\n"
      + body(made, later).indented + "\n}"
  }

  private func body(_ made: String, _ later: [StoredProperty]) -> String {
    if later.isEmpty { return made }
    let sets = later.map { property in
      property.value != nil && !property.isOptional
        ? "if let \(property.name) { _object.\(property.name) = \(property.name) }"
        : "_object.\(property.name) = \(property.name)"
    }
    return (["\(subject.kind == .struct ? "var" : "let") _object = \(made)"] + sets + ["return _object"])
      .joined(separator: "\n")
  }

  /// A property that has a value keeps it where nobody provides another.
  private func laterType(of property: StoredProperty) -> String {
    property.value != nil && !property.isOptional
      ? "\(property.enclosedDependency ?? "Any")?" : property.parameterType ?? "Any"
  }

  private func name(_ name: String, _ qualifier: String?) -> String {
    qualifier.map { "Wiring.ComponentParameter(\"\(name)\", qualifier: \($0))" } ?? "\"\(name)\""
  }

  /// The qualifier of a parameter of the generated initializer.
  private func qualifier(ofProperty name: String) -> String? {
    initializers.generated == nil
      ? nil : subject.properties.first { $0.name.bare == name }?.injection?.qualifier
  }

  /// What offers the properties to definitions.
  private var properties: [String] {
    subject.properties.compactMap { property in
      guard !property.isConstant else { return nil }
      let name = property.name.bare
      let isForced = property.type?.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) ?? false
      let path = "\\.\(property.name)\(isForced ? "!" : "")"
      switch property.isolation {
      case .none: return "component.property(\"\(name)\", \(path)) { $0.\(property.name) = $1 }"
      case .main:
        guard subject.isolation == .main else { return nil }
        let value = property.enclosedDependency.map { "$1 as \($0)" } ?? "$1"
        return "component.property(main: \"\(name)\") { $0.\(property.name) = \(value) }"
      case .elsewhere: return nil
      }
    }
  }

  /// The record by which a program finds the type.
  var record: String {
    LinkerRecord(
      kind: .component, name: "_wiringRecordOf\(subject.name.bare)",
      makes: ("Wiring.Component", "\(subject.name).wiringComponent"), hasSubclasses: initializers.isRequired
    ).code
  }
}

extension AttributeSyntax {
  /// The arguments with their labels, as code; a label is empty where there is none.
  fileprivate var labelledArguments: [(label: String, value: String)] {
    guard case .argumentList(let arguments) = arguments else { return [] }
    return arguments.map { ($0.label?.text ?? "", $0.expression.trimmedDescription) }
  }
}
