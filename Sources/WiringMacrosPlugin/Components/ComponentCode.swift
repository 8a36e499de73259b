import SwiftSyntax

/// What is generated in a component.
struct ComponentCode {
  let component: ComponentDeclaration
  let initializers: ComponentInitializers
  let attribute: AttributeSyntax
  /// The place of the type: the arguments of a call, as code.
  let place: String
  /// Whether a superclass describes itself, too.
  let isOverride: Bool

  /// The type whose objects are described: for one whose subclasses can be made in the same way, the one that is asked.
  private var type: String { initializers.isRequired ? "Self" : component.name }

  /// The description.
  var description: String {
    let modifiers = (isOverride ? "override " : "") + (isOverride || component.isOpenToSubclasses ? "class" : "static")
    let steps =
      initializers.all.map(constructor) + properties + component.methods.map(\.code)
      + component.interfaces.map { "component.conforms(to: (any \($0) & Copyable).self) { $0 }" }
    let call =
      "Wiring.Component(\n\(arguments.joined(separator: ", ").indented)\n) { component in\n"
      + steps.joined(separator: "\n").indented + "\n}"
      + (initializers.isRequired ? "\n.inherited(from: \(component.name).self)" : "")
    return "/// How a container makes the objects of this type.\n"
      + block("\(component.access)nonisolated \(modifiers) var wiringComponent: Wiring.Component", call)
  }

  private var arguments: [String] {
    var arguments = ["\(type).self", "\"\(component.typeName)\""]
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
    let later = initializers.propertyInjections
    let isolation = ActorIsolation(
      initializer.syntax.attributes, initializer.syntax.modifiers,
      in: component.kind == .actor ? .none : component.isolation)
    let isAsync = initializer.isAsync || isolation == .otherActor
    let dependencies = initializer.parameters.map(InjectedParameter.init)
    let attribute = InjectAttribute(in: initializer.syntax.attributes)
    let names =
      dependencies.map { dependency in
        let name = dependency.parameter.title.isEmpty ? dependency.parameter.name : dependency.parameter.title
        return self.name(name, attribute?.qualifier(of: name) ?? qualifier(ofProperty: name))
      } + later.map { self.name($0.name.withoutBackticks, $0.injection?.qualifier) }
    let parameters =
      dependencies.map { "\($0.parameter.name): \($0.parameterType)" }
      + later.map { "\($0.name): \(propertyInjectionType(of: $0))" }
    let effects = (isAsync ? " async" : "") + initializer.throwing.clause
    let made =
      (initializer.throwing == .nonthrowing ? "" : "try ") + (isAsync ? "await " : "")
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
    return (["\(component.kind == .struct ? "var" : "let") _object = \(made)"] + sets + ["return _object"])
      .joined(separator: "\n")
  }

  /// A property that has a value keeps it where nobody provides another.
  private func propertyInjectionType(of property: StoredProperty) -> String {
    property.value != nil && !property.isOptional
      ? "\(property.parenthesizedDependency ?? "Any")?" : property.parameterType ?? "Any"
  }

  private func name(_ name: String, _ qualifier: String?) -> String {
    qualifier.map { "Wiring.ComponentParameter(\"\(name)\", qualifier: \($0))" } ?? "\"\(name)\""
  }

  /// The qualifier of a parameter of the generated initializer.
  private func qualifier(ofProperty name: String) -> String? {
    initializers.generated == nil
      ? nil : component.properties.first { $0.name.withoutBackticks == name }?.injection?.qualifier
  }

  /// What offers the properties to definitions.
  private var properties: [String] {
    component.properties.compactMap { property in
      guard !property.isConstant else { return nil }
      let name = property.name.withoutBackticks
      let isForced = property.type?.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) ?? false
      let path = "\\.\(property.name)\(isForced ? "!" : "")"
      switch property.isolation {
      case .none: return "component.property(\"\(name)\", \(path)) { $0.\(property.name) = $1 }"
      case .main:
        guard component.isolation == .main else { return nil }
        let value = property.parenthesizedDependency.map { "$1 as \($0)" } ?? "$1"
        return "component.property(main: \"\(name)\") { $0.\(property.name) = \(value) }"
      case .otherActor: return nil
      }
    }
  }

  /// The record by which a program finds the type.
  var record: String {
    LinkerRecord(
      kind: .component, name: "_wiringRecordOf\(component.name.withoutBackticks)",
      makes: ("Wiring.Component", "\(component.name).wiringComponent"), hasSubclasses: initializers.isRequired
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

/// A constant that the linker gathers with others of its kind, by which a program finds what was marked. Its layout is that
/// of `Wiring.ComponentRecord`.
struct LinkerRecord {
  /// What its accessor makes, with the layout's version, as the library knows it.
  enum Kind: String {
    case component = "0x5749_0101"
    case proxy = "0x5749_0201"
  }

  let kind: Kind
  /// The name of the static property that holds it.
  let name: String
  /// The type of what it makes, and how, as code.
  let makes: (type: String, value: String)
  /// Whether subclasses of the type count, too.
  var hasSubclasses = false

  /// The declaration. On Mach-O the section needs its segment's name; it has not been run there.
  var code: String {
    """
    #if objectFormat(MachO)
      @section("__DATA_CONST,__wiring")
    #else
      @section("wiring_components")
    #endif
    @used private nonisolated static let \(name): Wiring.ComponentRecord = (
      \(kind.rawValue), \(hasSubclasses ? 1 : 0),
      { out in
        unsafe out.initializeMemory(as: \(makes.type).self, to: \(makes.value))
        return true
      }, 0, 0
    )
    """
  }
}
