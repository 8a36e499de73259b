import Testing
import Wiring

/// The report of all problems of all files.
@Suite struct ReportTests {
  private static let codes: [Problem.Code] = [
    .missing, .cycle, .duplicate, .captive, .ambiguous, .excluded, .unreadable, .unknownType, .unknownName, .badValue,
    .importCycle, .missingPlaceholder, .noStandIn,
  ]

  private let delivery = Delivery()

  /// Writes and reads a context of three files, which has one problem of each kind.
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

  @Test func `the problems of all files are in one report`() throws {
    let folder = try Folder()
    let error = try error(in: folder)
    try expectGolden(
      folder.hidden(in: error.map { "\($0)\n" } ?? "no problem\n"), named: "context-with-everything-wrong")
  }

  @Test(arguments: codes) func `the report has each kind of problem that a context can have`(code: Problem.Code) throws
  {
    let folder = try Folder()
    let error = try #require(try error(in: folder))
    #expect(error.problems.contains { $0.code == code })
  }

  @Test func `an invalid context creates no objects`() throws {
    let folder = try Folder()
    #expect(try error(in: folder) != nil)
    #expect(delivery.objects == [])
  }

  @Test func `a valid context creates its objects`() throws {
    let folder = try Folder()
    let path = try folder.write("shop.yaml", "objects: {van: {class: Van}}")
    _ = try delivery.plan(ofContext: path, hasConsumer: true).build()
    #expect(delivery.objects == ["Van"])
  }
}
