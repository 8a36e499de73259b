import SwiftSyntax

/// The members that are generated in a component.
struct ComponentCode {
  let initializers: ComponentInitializers
  let attribute: AttributeSyntax
  /// The source location of the type, as arguments of a call.
  let sourceLocation: String
  /// Whether the superclass is a component too.
  let isOverride: Bool

  private var component: ComponentDeclaration { initializers.component }

  /// The described type: `Self` where subclasses can be created by the same initializer.
  private var type: String { initializers.isRequired ? "Self" : component.name }

  /// The property `wiringComponent`.
  var description: String {
    let modifiers = (isOverride ? "override " : "") + (isOverride || component.isOpenToSubclasses ? "class" : "static")
    let names = ReferredNames(
      in: initializers.all.flatMap(\.parameters) + component.injectedMethods.flatMap(\.parameters))
    let external = given["external"].map { ["external(\($0))"] } ?? []
    let steps =
      external + initializers.all.map { initializerCode($0, beside: names) } + properties
      + component.methods.map(\.code)
      + component.interfaces.map { "conforms(to: (any \($0) & Swift::Copyable).self) { $0 }" }
    let builder = names.variable("component")
    let call =
      "WiringDefinitions::Component(\n\(arguments.joined(separator: ", ").indented)\n) { \(builder) in\n"
      + steps.map { "\(builder).\($0)" }.joined(separator: "\n").indented + "\n}"
      + (initializers.isRequired ? "\n.inherited(from: \(component.name).self)" : "")
    return "/// The description by which a container creates objects of this type.\n"
      + block("\(component.access)nonisolated \(modifiers) var wiringComponent: WiringDefinitions::Component", call)
  }

  /// The arguments of the attribute, by label.
  private var given: [String: String] {
    Dictionary(attribute.labelledArguments.map { ($0.label, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private var arguments: [String] {
    var arguments = ["\(type).self", "\"\(component.qualifiedName)\""]
    if let name = given[""] { arguments.append("name: \(name)") }
    if attribute.name != "Component" { arguments.append("stereotype: \"\(attribute.name)\"") }
    if let scope = given["scope"] {
      arguments.append("scope: WiringDefinitions::Component.scope(\(scope), of: \(type).self)")
    }
    for (label, parameter) in [
      ("lazy", "isLazy"), ("primary", "isPrimary"), ("eager", "isEager"), ("qualifier", "qualifier"),
      ("profiles", "profiles"),
    ] {
      if let value = given[label] { arguments.append("\(parameter): \(value)") }
    }
    return arguments + [sourceLocation]
  }

  /// Returns the call that declares an initializer to definitions, without the builder on which it is made.
  ///
  /// - Parameter names: The names to which default values refer.
  private func initializerCode(_ initializer: Initializer, beside names: ReferredNames) -> String {
    let properties = initializers.propertyInjections
    let methods = component.injectedMethods
    let isolation = ActorIsolation(
      initializer.syntax.attributes, initializer.syntax.modifiers,
      in: component.kind == .actor ? .none : component.isolation)
    var effects = initializer.effects
    if isolation == .otherActor { effects.isAsync = true }
    let keywords = effects.keywords
    effects.throwing = methods.map(\.throwing).reduce(effects.throwing) { $0.joined(with: $1) }
    let injected = initializer.parameters.map { InjectedParameter($0, beside: names) }
    let dependencies = methods.flatMap { $0.dependencies(beside: names) }
    let attribute = InjectAttribute(in: initializer.syntax.attributes)
    let titles =
      injected.map { injected in
        let name = injected.parameter.title.isEmpty ? injected.parameter.name : injected.parameter.title
        return parameterName(name, qualifier: attribute?.qualifier(of: name) ?? qualifier(ofProperty: name))
      } + properties.map { parameterName($0.name.withoutBackticks, qualifier: $0.injection?.qualifier) }
      + dependencies.map { parameterName($0.name, qualifier: $0.qualifier) }
    let parameters =
      injected.map { "\($0.variable): \($0.parameterType)" }
      + properties.map { "\(names.variable($0.name)): \(propertyInjectionType(of: $0))" }
      + dependencies.map(\.declaration)
    let arguments = injected.map { $0.argument() }.joined(separator: ", ")
    let label = effects.isAsync ? "async: " : isolation == .main ? "main: " : ""
    let onMain = effects.isAsync && isolation == .main && !(properties.isEmpty && methods.isEmpty) ? "@MainActor " : ""
    return "initializer(\(label)[\(titles.joined(separator: ", "))]) { "
      + "\(onMain)(\(parameters.joined(separator: ", ")))\(effects.clause) -> \(type) in\n"
      + body("\(keywords)\(type)(\(arguments))", setting: properties, beside: names).indented + "\n}"
  }

  private func body(_ call: String, setting properties: [StoredProperty], beside names: ReferredNames) -> String {
    if properties.isEmpty, component.injectedMethods.isEmpty { return call }
    let assignments = properties.map { property in
      let variable = names.variable(property.name)
      return property.value != nil && !property.isOptional
        ? "if let \(variable) { _object.\(property.name) = \(variable) }"
        : "_object.\(property.name) = \(variable)"
    }
    let lines = assignments + component.injectedMethods.map { $0.call(beside: names) }
    let isChanged =
      component.kind == .struct && !(assignments.isEmpty && component.injectedMethods.allSatisfy { !$0.isMutating })
    return (["\(isChanged ? "var" : "let") _object = \(call)"] + lines + ["return _object"])
      .joined(separator: "\n")
  }

  /// The parameter type for a property: optional where the property has a value, which it then retains for `nil`.
  private func propertyInjectionType(of property: StoredProperty) -> String {
    property.value != nil && !property.isOptional
      ? "\(property.parenthesizedDependency ?? "Any")?" : property.parameterType ?? "Any"
  }

  private func parameterName(_ name: String, qualifier: String?) -> String {
    qualifier.map { "WiringDefinitions::ComponentParameter(\"\(name)\", qualifier: \($0))" } ?? "\"\(name)\""
  }

  /// The qualifier of a parameter of the generated initializer.
  private func qualifier(ofProperty name: String) -> String? {
    initializers.generated == nil
      ? nil : component.properties.first { $0.name.withoutBackticks == name }?.injection?.qualifier
  }

  /// The calls that declare the settable properties to definitions.
  private var properties: [String] {
    component.properties.compactMap { property in
      guard !property.isConstant, !property.isLimited, !property.isWrapped || property.injection != nil else {
        return nil
      }
      let name = property.name.withoutBackticks
      let isForced = property.type?.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) ?? false
      let path = "\\.\(property.name)\(isForced ? "!" : "")"
      switch property.isolation {
      case .none: return "property(\"\(name)\", \(path)) { $0.\(property.name) = $1 }"
      case .main:
        guard component.isolation == .main else { return nil }
        let value = property.parenthesizedDependency.map { "$1 as \($0)" } ?? "$1"
        return "property(main: \"\(name)\") { $0.\(property.name) = \(value) }"
      case .otherActor: return nil
      }
    }
  }

  /// The linker record by which a program finds the type.
  var record: String {
    LinkerRecord(
      kind: .component, name: "_wiringRecordOf\(component.name.withoutBackticks)",
      product: ("WiringDefinitions::Component", "\(component.name).wiringComponent"),
      hasSubclasses: initializers.isRequired
    ).code
  }
}

extension AttributeSyntax {
  /// The arguments with their labels, as code; a missing label is empty.
  fileprivate var labelledArguments: [(label: String, value: String)] {
    guard case .argumentList(let arguments) = arguments else { return [] }
    return arguments.map { ($0.label?.text ?? "", $0.expression.trimmedDescription) }
  }
}

/// A constant in a section that the linker concatenates, by which a program finds its marked types. Its layout is that of
/// `Wiring.ComponentRecord`.
struct LinkerRecord {
  /// The product of the record's accessor, together with the version of the layout.
  enum Kind: String {
    case component = "0x5749_0101"
    case proxy = "0x5749_0201"
  }

  let kind: Kind
  let name: String
  /// The type and the expression of the accessor's product, as code.
  let product: (type: String, value: String)
  /// Whether the record represents subclasses of the type too.
  var hasSubclasses = false

  /// The declaration. A Mach-O section also needs the name of its segment; that branch is untested.
  var code: String {
    """
    #if objectFormat(MachO)
      @section("__DATA_CONST,__wiring")
    #else
      @section("wiring_components")
    #endif
    @used private nonisolated static let \(name): Wiring::ComponentRecord = (
      \(kind.rawValue), \(hasSubclasses ? 1 : 0),
      { out in
        unsafe out.initializeMemory(as: \(product.type).self, to: \(product.value))
        return true
      }, 0, 0
    )
    """
  }
}
