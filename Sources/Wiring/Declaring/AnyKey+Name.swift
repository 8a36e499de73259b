extension AnyKey: CustomStringConvertible {
  /// The key as it is written in code: `any Clock`, `Report`, `any Store "cache"`.
  public var description: String {
    qualifier.map { "\(typeName) \"\($0)\"" } ?? typeName
  }

  /// The type as it is written in code, without its module.
  var typeName: String { (isExistential ? "any " : "") + String(describing: type) }

  /// The type with its module, as in `NotesDomain.Clock`.
  var qualifiedTypeName: String { String(reflecting: type) }

  /// The expression that names the type: `(any Clock).self`, `Report.self`.
  var expression: String { isExistential ? "(\(typeName)).self" : "\(typeName).self" }

  /// Whether the type is `any P`: the language prints the metatype of such a type as `P.Protocol`.
  var isExistential: Bool { String(describing: Swift.type(of: type as Any)).hasSuffix(".Protocol") }
}
