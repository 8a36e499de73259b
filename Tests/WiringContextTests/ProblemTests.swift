import Testing
import Wiring
import WiringContext

/// What the readers say of what is wrong.
@Suite struct ProblemTests {
  private let reader = ContextReader(environment: ["NOTES": "/data"])

  @Test(arguments: BadContext.all) func `a bad context is told with its place and what to do`(bad: BadContext) throws {
    let context = reader.read(bad.text, as: bad.format, named: "demo.\(bad.format.rawValue)")
    #expect(!context.problems.isEmpty)
    try expectGolden(context.report, named: bad.name)
  }

  @Test func `what was filled in is not shown`() throws {
    let context = reader.read("values: {a: 'x ${NOTES}'}", as: .yaml, named: "demo.yaml")
    #expect(context.values.map(\.value.notation) == ["x ${NOTES}"])
  }
}
