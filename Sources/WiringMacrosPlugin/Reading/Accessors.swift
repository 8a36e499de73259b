import SwiftSyntax

/// The accessors that a property or subscript demands.
struct Accessors {
  let isAsync: Bool
  let throwing: Throwing
  let setter: Requirement.Setter?
  let getterSyntax: AccessorDeclSyntax?
  let setterSyntax: AccessorDeclSyntax?

  init(_ block: AccessorBlockSyntax?) {
    var accessors: AccessorDeclListSyntax?
    if case .accessors(let list) = block?.accessors { accessors = list }
    getterSyntax = accessors?.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }
    setterSyntax = accessors?.first { $0.accessorSpecifier.tokenKind == .keyword(.set) }
    isAsync = getterSyntax?.effectSpecifiers?.asyncSpecifier != nil
    throwing = Throwing(getterSyntax?.effectSpecifiers?.throwsClause)
    setter = setterSyntax.map { $0.modifier?.name.tokenKind == .keyword(.nonmutating) ? .nonmutating : .plain }
  }
}
