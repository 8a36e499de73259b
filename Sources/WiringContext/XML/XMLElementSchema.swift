/// The allowed attributes and children of an element of a context in XML.
struct XMLElementSchema {
  var attributes: [String] = []
  var children: [String] = []
  /// Whether text is allowed.
  var hasText = false
  /// Whether it is the root, which may name its schema for editors.
  var isRoot = false

  /// The elements that are a value.
  static let values = ["value", "ref", "list", "map", "object", "null"]
  /// The root elements: the correct spelling, and that of the container which the format originates from.
  static let roots = ["container", "contanier"]

  static let container = XMLElementSchema(
    attributes: ["profile"], children: ["import", "scan", "value", "object"], isRoot: true)
  static let imports = XMLElementSchema(attributes: ContextKeys.Import.allCases.map(\.rawValue))
  static let scan = XMLElementSchema(
    attributes: ["prefix", "eager"], children: ["prefix", "type", "except", "ignore"])
  /// An object, whose attributes are its keys, except for those that are elements in XML.
  static let object = XMLElementSchema(
    attributes: ContextKeys.Object.allCases.filter { $0 != .arguments && $0 != .properties }.map(\.rawValue),
    children: ["argument", "property"])
  /// An argument or a property.
  static let member = XMLElementSchema(attributes: ["name", "ref", "value", "lazy"], children: values)
  static let entry = XMLElementSchema(attributes: ["key", "ref", "value", "lazy"], children: values)
  /// A named value of the context.
  static let namedValue = XMLElementSchema(attributes: ["name"], children: values, hasText: true)
  /// A value within another one or of a property, or a name in a scan.
  static let text = XMLElementSchema(hasText: true)
  static let reference = XMLElementSchema(attributes: ["name", "lazy"])
  static let list = XMLElementSchema(children: values)
  static let map = XMLElementSchema(children: ["entry"])
  static let null = XMLElementSchema()
}
