import Testing
import Wiring
import WiringContext

/// Reading valid files.
@Suite struct ReadingTests {
  private let reader = ContextReader(environment: ["NOTES_DATA": "/data"])

  @Test(arguments: Sample.all) func `a context is the same in every format`(sample: Sample) throws {
    let expected = reader.read(contentsOf: Sample(format: .yaml).path).outline(hasPositions: false)
    let outline = reader.read(contentsOf: sample.path).outline(hasPositions: false)
    if sample.format == .propertyList {
      // Property lists have no null.
      let lines = expected.split(separator: "\n").filter { !$0.contains("nothing") && !$0.hasSuffix(" null") }
      #expect(outline.split(separator: "\n") == lines)
    } else {
      #expect(outline == expected)
    }
  }

  @Test(arguments: Sample.all) func `every value has its location`(sample: Sample) throws {
    let definitions = reader.read(try sample.bytes(), as: sample.format, named: sample.name)
    try expectGolden(definitions.outline(hasPositions: true), named: "sample-\(sample.format.rawValue)")
  }
}
