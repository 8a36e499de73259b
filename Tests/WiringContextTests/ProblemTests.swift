import Testing
import Wiring
import WiringContext
import WiringDefinitions

/// The messages of invalid contexts.
@Suite struct ProblemTests {
  private let reader = ContextReader(environment: ["NOTES": "/data"])

  @Test(arguments: BadContext.all) func `an invalid context is reported with its location and fixes`(bad: BadContext)
    throws
  {
    let context = reader.read(bad.text, as: bad.format, named: "demo.\(bad.format.rawValue)")
    #expect(!context.problems.isEmpty)
    try expectGolden(context.report, named: bad.name)
  }

  @Test func `a filled value is shown with its placeholder`() throws {
    let context = reader.read("values: {a: 'x ${NOTES}'}", as: .yaml, named: "demo.yaml")
    #expect(context.values.map(\.value.notation) == ["x ${NOTES}"])
  }
}
