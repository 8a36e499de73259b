extension AnyKey: CustomStringConvertible {
  /// The key as it is written in code: `any Clock`, `Report`, `any Store "cache"`.
  public var description: String {
    qualifier.map { "\(typeName) \"\($0)\"" } ?? typeName
  }

  /// The type as it is written in code, without its module.
  var typeName: String { (isExistential ? "any " : "") + qualifiedTypeName.withoutModules }

  /// The type without its module and without `any`, as it stands between angle brackets.
  var bareTypeName: String { qualifiedTypeName.withoutModules }

  /// The type with its module, by the function behind `String(reflecting:)`, which would look for conformances of the
  /// metatype first, at many times the cost; as in `NotesDomain.Clock`.
  var qualifiedTypeName: String { _typeName(type) }

  /// The expression that names the type: `(any Clock).self`, `Report.self`.
  var expression: String { isExistential ? "(\(typeName)).self" : "\(typeName).self" }

  /// Whether the type is `any P`: the language prints the metatype of such a type as `P.Protocol`.
  var isExistential: Bool { type != Any.self && _typeName(Swift.type(of: type as Any)).hasSuffix(".Protocol") }
}

extension String {
  /// A type's name as the language prints it, without the modules: `Swift.Array<Shop.Order.Line>` as `Array<Order.Line>`.
  fileprivate var withoutModules: String {
    // Private and local types carry their context in brackets: `(Secret in _3F…)`, `(unknown context at $1a…).Local`.
    let plain = replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "").replacing(/\((\w+) in _\w+\)/) {
      $0.output.1
    }
    var result = ""
    var path = ""
    for character in plain + "\u{0}" {
      if character.isLetter || character.isNumber || character == "_" || character == "." {
        path.append(character)
        continue
      }
      result += path.firstIndex(of: ".").map { path[path.index(after: $0)...] } ?? path[...]
      path = ""
      if character != "\u{0}" { result.append(character) }
    }
    return result
  }
}
