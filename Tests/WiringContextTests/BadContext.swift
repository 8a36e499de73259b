import Testing
import WiringContext

/// An invalid context, with the name of the golden file that has its report.
struct BadContext: CustomTestStringConvertible {
  let name: String
  let format: ContextFormat
  let text: String

  init(_ name: String, _ format: ContextFormat, _ text: String) {
    (self.name, self.format, self.text) = (name, format, text)
  }

  var testDescription: String { name }

  static let all = malformed + refused + unknown + wrong + placeholders + repeated

  static let malformed = [
    BadContext("json-truncated", .json, #"{"objects": {"a": {"class": "A""#),
    BadContext("json-trailing-comma", .json, "{\n  \"profile\": \"demo\",\n}"),
    BadContext("json-comment", .json, "{ // no\n}"),
    BadContext("json-escape", .json, #"{"profile": "de\mo"}"#),
    BadContext("json-half-pair", .json, #"{"profile": "😀 \uD83D!"}"#),
    BadContext("json-line-break", .json, "{\"profile\": \"de\nmo\"}"),
    BadContext("json-number", .json, #"{"values": {"a": -}}"#),
    BadContext("json-two-values", .json, "{} {}"),
    BadContext("json-colon", .json, #"{"profile" "demo"}"#),
    BadContext("yaml-indentation", .yaml, "objects:\n  a: {class: A}\n b: {class: B}\n"),
    BadContext("yaml-open", .yaml, "objects: {a: {class: A}\n"),
    BadContext("yaml-two-documents", .yaml, "profile: a\n---\nprofile: b\n"),
    BadContext("yaml-control", .yaml, "profile: \u{7}\n"),
    BadContext("yaml-unknown-alias", .yaml, "objects: *all\n"),
    BadContext("yaml-key", .yaml, "objects: {[a]: {class: A}}\n"),
    BadContext("yaml-merge", .yaml, "objects:\n  a:\n    <<: text\n    class: A\n"),
    BadContext("xml-truncated", .xml, "<container>\n  <object id=\"a\""),
    BadContext("xml-not-closed", .xml, "<container>\n  <object id=\"a\" class=\"A\">\n</container>"),
    BadContext("xml-attribute-twice", .xml, "<container><object class=\"A\" class=\"B\"/></container>"),
    BadContext("xml-no-quotes", .xml, "<container><object class=A/></container>"),
    BadContext("xml-empty", .xml, ""),
    BadContext("plist-no-plist", .propertyList, "<dict/>"),
    BadContext("plist-no-value", .propertyList, "<plist><dict><key>profile</key></dict></plist>"),
    BadContext("plist-data", .propertyList, "<plist><dict><key>values</key><data>AA==</data></dict></plist>"),
  ]

  static let refused = [
    BadContext("yaml-tag", .yaml, "values:\n  a: !!binary AAAA\n"),
    BadContext("yaml-own-tag", .yaml, "objects: !map {}\n"),
    BadContext("xml-doctype", .xml, "<?xml version=\"1.0\"?>\n<!DOCTYPE container SYSTEM \"a.dtd\">\n<container/>"),
    BadContext("xml-entity", .xml, "<container>\n  <value name=\"a\">1 &pound;</value>\n</container>"),
    BadContext("xml-entity-in-attribute", .xml, "<container profile=\"&demo;\"/>"),
    BadContext("xml-encoding", .xml, "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<container/>"),
    BadContext(
      "plist-doctype-with-entities", .propertyList,
      "<!DOCTYPE plist PUBLIC \"a\" \"b\" [<!ENTITY a \"b\">]>\n<plist><dict/></plist>"),
    BadContext("plist-binary", .propertyList, "bplist00\u{1}\u{2}"),
  ]

  static let unknown = [
    BadContext("yaml-unknown-key", .yaml, "objects:\n  a: {class: A, singelton: true}\n"),
    BadContext("yaml-unknown-key-near-nothing", .yaml, "beans: {}\n"),
    BadContext("yaml-id-of-named", .yaml, "objects:\n  a: {id: b, class: A}\n"),
    BadContext("yaml-nested-id", .yaml, "objects:\n  a: {class: A, properties: {b: {class: B, id: c}}}\n"),
    BadContext("yaml-scope", .yaml, "objects:\n  a: {class: A, scope: prototype}\n"),
    BadContext("json-import-key", .json, #"{"import": {"flie": "a.json"}}"#),
    BadContext("json-reference-key", .json, #"{"values": {"a": {"ref": "b", "lasy": true}}}"#),
    BadContext("xml-root", .xml, "<beans/>"),
    BadContext("xml-root-near", .xml, "<contianer/>"),
    BadContext("xml-attribute", .xml, "<container>\n  <object id=\"a\" class=\"A\" lzay=\"true\"/>\n</container>"),
    BadContext(
      "xml-element", .xml, "<container><object class=\"A\"><propery name=\"a\" value=\"b\"/></object></container>"),
    BadContext("xml-null-with-attribute", .xml, "<container><value name=\"a\"><null value=\"1\"/></value></container>"),
  ]

  static let wrong = [
    BadContext("yaml-flag", .yaml, "objects:\n  a: {class: A, lazy: maybe}\n"),
    BadContext("yaml-objects", .yaml, "objects: 3\n"),
    BadContext("yaml-list", .yaml, "- profile: demo\n"),
    BadContext("yaml-no-class", .yaml, "objects:\n  a: {lazy: maybe}\n"),
    BadContext("yaml-two-scopes", .yaml, "objects:\n  a: {class: A, singleton: true, scope: weak}\n"),
    BadContext("yaml-names", .yaml, "objects:\n  a: {class: A, as: [B, 3, {}]}\n"),
    BadContext("yaml-properties", .yaml, "objects:\n  a: {class: A, properties: [b]}\n"),
    BadContext("yaml-import", .yaml, "import: [3, {profile: demo}]\n"),
    BadContext("json-reference-and-value", .json, #"{"values": {"a": {"ref": "b", "value": 3}}}"#),
    BadContext("json-empty-name", .json, #"{"objects": {"": {"class": "A"}}}"#),
    BadContext(
      "xml-property-without-name", .xml, "<container><object class=\"A\"><property value=\"b\"/></object></container>"),
    BadContext(
      "xml-property-without-value", .xml, "<container><object class=\"A\"><property name=\"b\"/></object></container>"),
    BadContext(
      "xml-reference-and-value", .xml,
      "<container>\n  <object class=\"A\">\n    <property name=\"a\" ref=\"b\" value=\"c\"/>\n  </object>\n</container>"
    ),
    BadContext(
      "xml-lazy-value", .xml,
      "<container><object class=\"A\"><property name=\"a\" value=\"c\" lazy=\"true\"/></object></container>"),
    BadContext("xml-text", .xml, "<container>\n  <object class=\"A\">text</object>\n</container>"),
  ]

  static let placeholders = [
    BadContext("yaml-placeholder", .yaml, "values:\n  a: \"$${NONE} ${NOTES} and ${NONE}\"\n"),
    BadContext("yaml-placeholder-in-block", .yaml, "values:\n  a: |\n    first\n    then ${NONE}\n"),
    BadContext("json-placeholder", .json, #"{"values": {"a": ["ü ${NOTES}", "ü ${ NONE}", "${OPEN", "${A:${B}}"]}}"#),
    BadContext("xml-placeholder", .xml, "<container>\n  <value name=\"a\">\n    &amp; ${NONE}</value>\n</container>"),
    BadContext(
      "plist-placeholder", .propertyList,
      "<plist><dict><key>values</key><dict><key>a</key><string>x ${NONE}</string></dict></dict></plist>"),
    BadContext("json-placeholder-in-import", .json, #"{"import": "${NONE}.json"}"#),
  ]

  static let repeated = [
    BadContext(
      "json-repeated", .json,
      "{\"objects\": {\"a\": {\"class\": \"A\"},\n \"a\": {\"class\": \"B\", \"class\": \"C\"}}}"),
    BadContext(
      "yaml-repeated", .yaml, "objects:\n  a: {class: A}\n  'a': {class: B}\nvalues: {b: 1, \"b\": 2, c: '${NONE}'}\n"),
    BadContext(
      "yaml-repeated-and-wrong", .yaml, "objects:\n  a: {class: A, lazy: maybe}\n  a: {class: B}\n  a: {class: C}\n"),
    BadContext(
      "xml-repeated", .xml, "<container>\n  <value name=\"a\">1</value>\n  <value name=\"a\">2</value>\n</container>"),
    BadContext(
      "plist-repeated", .propertyList,
      "<plist><dict>\n<key>values</key><dict/>\n<key>values</key><dict/>\n</dict></plist>"),
  ]
}
