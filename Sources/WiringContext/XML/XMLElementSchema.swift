/// The elements of a context in XML: what each may have.
struct XMLElementSchema {
  /// What it is called.
  let name: String
  /// Its attributes.
  var attributes: [String] = []
  /// The elements in it.
  var children: [String] = []
  /// Whether it has text.
  var hasText = false

  /// The forms of a value; one of them.
  static let values = ["value", "ref", "list", "map", "object", "null"]
  /// The attributes of an object: its keys, without those that are elements here.
  static let objectAttributes =
    ContextKeys.Object.allCases.filter { $0 != .arguments && $0 != .properties }.map(\.rawValue)

  /// The outermost element, in the original's spelling and in the usual one.
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
  /// A value of the context, which has a name.
  static let namedValue = XMLElementSchema(name: "value", attributes: ["name"], children: values, hasText: true)
  /// A value within another, or of a property.
  static let value = XMLElementSchema(name: "value", hasText: true)
  static let reference = XMLElementSchema(name: "ref", attributes: ["name", "lazy"])
  static let list = XMLElementSchema(name: "list", children: values)
  static let map = XMLElementSchema(name: "map", children: ["entry"])
  static let null = XMLElementSchema(name: "null")
  /// A name in a scan.
  static let word = XMLElementSchema(name: "a name", hasText: true)
}
