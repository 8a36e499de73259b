import Testing
import Wiring

@Suite("Timelines")
struct TimelineTests {
  @Test("a factory may build another graph with a timeline of its own")
  func graphInGraph() throws {
    let (outer, inner) = (Timeline(), Timeline())
    let innerPlan = try plan(Double.self) { binder in
      binder.bind(Double.self) { (number: Int) in Double(number) }
      binder.bind(Int.self) { 1 }
    }
    let outerPlan = try plan(String.self) { binder in
      binder.bind(String.self) { (_: Int, _: Bool) throws in "\(try innerPlan.build(recording: inner).root)" }
      binder.bind(Int.self) { 1 }
      binder.bind(Bool.self) { true }
    }
    _ = try outerPlan.build(recording: outer)
    #expect(inner.entries.map(\.parent) == [nil, 0])
    #expect(outer.entries.map(\.parent) == [nil, 0, 0])
    #expect(inner.description.contains("Int"))
  }

  @Test("the own time of a factory is never negative, also with a task that outlives it")
  func ownTime() async throws {
    let (gate, clock) = (Gate(), ManualClock())
    let (timeline, task) = (Timeline(clock: clock), Locked<Task<Void, any Error>?>(nil))
    let graph = try plan(String.self) { binder in
      binder.bind(
        Int.self,
        async: {
          await gate.pass()
          return 1
        })
      binder.bind(String.self) { (number: @escaping @Sendable () async throws -> Int) in
        task.withLock { $0 = Task { _ = try await number() } }
        return ""
      }
    }
    _ = try graph.build(recording: timeline)
    await gate.arrivals()
    clock.advance(by: .seconds(5))
    await gate.open()
    try await task.withLock { $0 }?.value
    #expect(timeline.entries.indices.allSatisfy { timeline.ownTime(at: $0).map { $0 >= .zero } ?? true })
  }
}
