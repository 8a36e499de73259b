/// The elements of a context in XML: what each may have.
struct MarkupVocabulary {
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
    Vocabulary.Object.allCases.filter { $0 != .arguments && $0 != .properties }.map(\.rawValue)

  /// The outermost element, in the original's spelling and in the usual one.
  static let roots = ["container", "contanier"]

  static let container = MarkupVocabulary(
    name: "container", attributes: ["profile"], children: ["import", "scan", "value", "object"])
  static let imports = MarkupVocabulary(name: "import", attributes: Vocabulary.Import.allCases.map(\.rawValue))
  static let scan = MarkupVocabulary(
    name: "scan", attributes: ["prefix", "eager"], children: ["prefix", "type", "except", "ignore"])
  static let object = MarkupVocabulary(
    name: "object", attributes: objectAttributes, children: ["argument", "property"])
  static let property = MarkupVocabulary(
    name: "property", attributes: ["name", "ref", "value", "lazy"], children: values)
  static let argument = MarkupVocabulary(
    name: "argument", attributes: ["name", "ref", "value", "lazy"], children: values)
  static let entry = MarkupVocabulary(name: "entry", attributes: ["key", "ref", "value", "lazy"], children: values)
  /// A value of the context, which has a name.
  static let namedValue = MarkupVocabulary(name: "value", attributes: ["name"], children: values, hasText: true)
  /// A value within another, or of a property.
  static let value = MarkupVocabulary(name: "value", hasText: true)
  static let reference = MarkupVocabulary(name: "ref", attributes: ["name", "lazy"])
  static let list = MarkupVocabulary(name: "list", children: values)
  static let map = MarkupVocabulary(name: "map", children: ["entry"])
  static let null = MarkupVocabulary(name: "null")
  /// A name in a scan.
  static let word = MarkupVocabulary(name: "a name", hasText: true)
}
