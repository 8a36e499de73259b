import Testing
import Wiring
import WiringContext

/// Files of an invalid context, which the page of its problem shows together with the message.
struct ContextScenario: Sendable, CustomTestStringConvertible {
  /// A file of a context.
  struct File: Sendable {
    let name: String
    let text: String

    init(_ name: String, _ text: String) {
      (self.name, self.text) = (name, text)
    }

    /// The language of the file in a code block.
    var language: Substring { name.split(separator: ".").last ?? "" }
  }

  let name: String
  /// The files: the first is read and imports the others.
  let files: [File]

  var testDescription: String { name }

  /// Returns the report, with paths relative to the folder of the files.
  func message() throws -> String {
    let folder = try Folder()
    let paths = try files.map { try folder.write($0.name, $0.text + "\n") }
    return folder.hidden(in: Delivery().error(ofContext: paths[0])?.description ?? "no problem")
  }

  static let all = [
    ContextScenario(
      name: "W018-malformed",
      files: [
        File(
          "shop.json",
          #"""
          {
            "objects": {
              "van": {"class": "Van"},
            }
          }
          """#)
      ]),
    ContextScenario(
      name: "W018-refused",
      files: [
        File(
          "shop.xml",
          #"""
          <?xml version="1.0"?>
          <!DOCTYPE container SYSTEM "container.dtd">
          <container>
            <object id="van" class="Van"/>
          </container>
          """#)
      ]),
    ContextScenario(
      name: "W018-missing-import",
      files: [
        File(
          "shop.yaml",
          """
          import: [couriers.yaml]
          objects:
            depot: {class: Depot}
          """)
      ]),
    ContextScenario(
      name: "W019-file",
      files: [
        File(
          "shop.xml",
          #"""
          <container>
            <object id="van" class="Vann"/>
            <object id="depot" class="Depot">
              <property name="courier" ref="van"/>
            </object>
          </container>
          """#)
      ]),
    ContextScenario(
      name: "W020-file",
      files: [
        File(
          "shop.yaml",
          """
          objects:
            van: {class: Van, singelton: true}
            depot:
              class: Depot
              properties: {courrier: {ref: van}}
          """)
      ]),
    ContextScenario(
      name: "W021-file",
      files: [
        File(
          "shop.json",
          #"""
          {
            "objects": {
              "van": {"class": "Van", "singleton": "maybe"},
              "depot": {"class": "Depot", "properties": {"speed": "fsat"}}
            }
          }
          """#)
      ]),
    ContextScenario(
      name: "W022-circle",
      files: [
        File(
          "shop.xml",
          #"""
          <container>
            <import file="couriers.yaml"/>
            <object id="depot" class="Depot"/>
          </container>
          """#),
        File(
          "couriers.yaml",
          """
          import: shop.xml
          objects:
            van: {class: Van}
          """),
      ]),
    ContextScenario(
      name: "W023-placeholder",
      files: [
        File(
          "shop.yaml",
          """
          objects:
            depot:
              class: Depot
              properties: {speed: "${SHOP_SPEED}"}
          """)
      ]),
  ]
}
