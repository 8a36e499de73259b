import SwiftSyntax

/// What the objects of a type can be asked for as, by the type's own declaration.
struct Interfaces {
  /// Types as code: protocols, and perhaps a superclass, which looks the same.
  private(set) var types: [String] = []

  init(_ clause: InheritanceClauseSyntax?) {
    for inherited in clause?.inheritedTypes ?? [] { add(inherited.type) }
  }

  private mutating func add(_ type: TypeSyntax) {
    if let attributed = type.as(AttributedTypeSyntax.self) {
      // A conformance that belongs to an actor holds there alone.
      if !attributed.attributes.names.contains(where: { $0.hasSuffix("Actor") }) { add(attributed.baseType) }
    } else if let composition = type.as(CompositionTypeSyntax.self) {
      for element in composition.elements { add(element.type) }
    } else if !type.is(SuppressedTypeSyntax.self) {
      let text = type.trimmedDescription
      let name = text.split(separator: ".").last.map(String.init) ?? text
      if !Self.meaningless.contains(name), !types.contains(text) { types.append(text) }
    }
  }

  /// What nobody asks for.
  private static let meaningless: Set = [
    "Sendable", "SendableMetatype", "AnyObject", "Any", "Copyable", "Escapable", "BitwiseCopyable", "Actor",
    "GlobalActor", "DistributedActor", "ComponentType",
  ]
}
