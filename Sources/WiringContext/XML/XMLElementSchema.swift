/// The allowed attributes and children of an element of a context in XML.
struct XMLElementSchema {
  let name: String
  var attributes: [String] = []
  var children: [String] = []
  /// Whether text is allowed.
  var hasText = false

  /// The elements that are a value.
  static let values = ["value", "ref", "list", "map", "object", "null"]
  /// The attributes of an object: its keys, except for those that are elements in XML.
  static let objectAttributes =
    ContextKeys.Object.allCases.filter { $0 != .arguments && $0 != .properties }.map(\.rawValue)

  /// The root elements: the correct spelling, and that of the container which the format originates from.
  static let roots = ["container", "contanier"]

  static let container = XMLElementSchema(
    name: "container", attributes: ["profile"], children: ["import", "scan", "value", "object"])
  static let imports = XMLElementSchema(name: "import", attributes: ContextKeys.Import.allCases.map(\.rawValue))
  static let scan = XMLElementSchema(
    name: "scan", attributes: ["prefix", "eager"], children: ["prefix", "type", "except", "ignore"])
  static let object = XMLElementSchema(
    name: "object", attributes: objectAttributes, children: ["argument", "property"])
  static let property = XMLElementSchema(
    name: "property", attributes: ["name", "ref", "value", "lazy"], children: values)
  static let argument = XMLElementSchema(
    name: "argument", attributes: ["name", "ref", "value", "lazy"], children: values)
  static let entry = XMLElementSchema(name: "entry", attributes: ["key", "ref", "value", "lazy"], children: values)
  /// A named value of the context.
  static let namedValue = XMLElementSchema(name: "value", attributes: ["name"], children: values, hasText: true)
  /// A value within another one, or of a property.
  static let value = XMLElementSchema(name: "value", hasText: true)
  static let reference = XMLElementSchema(name: "ref", attributes: ["name", "lazy"])
  static let list = XMLElementSchema(name: "list", children: values)
  static let map = XMLElementSchema(name: "map", children: ["entry"])
  static let null = XMLElementSchema(name: "null")
  /// A name in a scan.
  static let name = XMLElementSchema(name: "a name", hasText: true)
}
