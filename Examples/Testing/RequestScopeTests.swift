import Testing
import Wiring
import WiringTesting

@testable import Server

/// The scope of a request, in the server of the examples, without a network.
@Suite struct RequestScopeTests {
  @Test func `what happens in one request shares its log, and visits are counted for the whole server`() async throws {
    let output = MemorySink()
    let graph = try Plan(Greetings.self, modules: [ServerModule()]) { overrides in
      overrides.replace((any LogSink).self, with: output)
    }.build()

    _ = try await graph.root.answer(to: "Ada")
    let answer = try await graph.root.answer(to: "Ada")

    #expect(answer == "Hello, Ada. This is visit 2.\n")
    #expect(
      output.lines == [
        "request 1, line 1: a visit by Ada", "request 1, line 2: the visit's number is 1",
        "request 2, line 1: a visit by Ada", "request 2, line 2: the visit's number is 2",
      ])
  }
}
