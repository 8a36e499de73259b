import Testing
import Wiring

/// One report for everything that is wrong, whichever file it stands in.
@Suite struct ReportTests {
  private static let codes: [Problem.Code] = [
    .missing, .cycle, .duplicate, .captive, .ambiguous, .excluded, .unreadable, .unknownType, .unknownName, .badValue,
    .importCycle, .missingPlaceholder, .noStandIn,
  ]

  private let delivery = Delivery()

  /// Writes a context of three files, which has one mistake of each kind, and reads it.
  private func error(in folder: Folder) throws -> WiringError? {
    try folder.write(
      "depots.json",
      #"""
      {
        "import": ["shop.xml", "maps.yaml"],
        "objects": {
          "north": {"class": "Depot", "properties": {"courier": {"ref": "tram"}, "speed": "fsat"}},
          "south": {"class": "Depot", "properties": {"route": {"ref": "tour"}}},
          "tour": {"class": "Route", "arguments": {"start": {"ref": "south"}}},
          "spare": {"class": "Van"},
          "east": {"class": "Depto"},
          "harbour": {"class": "Depot", "properties": {"courier": {"ref": "east"}}}
        }
      }
      """#)
    try folder.write(
      "couriers.yaml",
      """
      import: depots.json
      objects:
        van: {class: Van, scope: graph}
        bicycle: {class: Bicycle, arguments: {wheels: "${SHOP_WHEELS}"}}
        tandem: {class: Bicycle, wheels: 2, arguments: {wheels: 2}, profile: demo}
        spare: {class: Van}
        desk: {class: Desk, scope: singleton, arguments: {courier: {ref: van}}}
      """)
    let path = try folder.write(
      "shop.xml",
      #"""
      <container>
        <import file="couriers.yaml"/>
        <object id="west" class="Depot">
          <property name="courier" ref="tandem"/>
        </object>
        <object id="fast" class="Van" scope="singleton" lazy="true"/>
      </container>
      """#)
    return delivery.error(ofContext: path, hasConsumer: true)
  }

  @Test func `everything wrong with all files is in one report`() throws {
    let folder = try Folder()
    let error = try error(in: folder)
    try expectGolden(
      folder.hidden(in: error.map { "\($0)\n" } ?? "no problem\n"), named: "context-with-everything-wrong")
  }

  @Test(arguments: codes) func `each kind of problem that a context can have is in it`(code: Problem.Code) throws {
    let folder = try Folder()
    let error = try #require(try error(in: folder))
    #expect(error.problems.contains { $0.code == code })
  }

  @Test func `nothing was made where something is wrong`() throws {
    let folder = try Folder()
    #expect(try error(in: folder) != nil)
    #expect(delivery.objects == [])
  }

  @Test func `what is made where nothing is wrong is noted`() throws {
    let folder = try Folder()
    let path = try folder.write("shop.yaml", "objects: {van: {class: Van}}")
    _ = try delivery.plan(ofContext: path, hasConsumer: true).build()
    #expect(delivery.objects == ["Van"])
  }
}
