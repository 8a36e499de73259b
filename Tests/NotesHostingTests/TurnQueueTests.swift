import NotesDomain
import NotesHosting
import Testing

@Suite("A queue of lanes that take turns") struct TurnQueueTests {
  private func drained(_ queue: inout TurnQueue<String, Int>) -> [Int] {
    var elements: [Int] = []
    while let next = queue.popFirst() { elements.append(next.element) }
    return elements
  }

  @Test func `the elements of one lane stay in their order`() {
    var queue = TurnQueue<String, Int>()
    for number in 1...5 { queue.append(number, to: "a") }
    #expect(queue.count == 5)
    #expect(drained(&queue) == [1, 2, 3, 4, 5])
    #expect(queue.count == 0)
  }

  @Test func `lanes take turns, in the order in which they began to wait`() {
    var queue = TurnQueue<String, Int>()
    for number in [10, 11, 12] { queue.append(number, to: "a") }
    for number in [20, 21] { queue.append(number, to: "b") }
    queue.append(30, to: "c")
    #expect(drained(&queue) == [10, 20, 30, 11, 21, 12])
  }

  @Test func `a lane that arrives goes before the one that was served last`() {
    // Given a lane with a long queue, of which one was served
    var queue = TurnQueue<String, Int>()
    for number in 10...15 { queue.append(number, to: "a") }
    #expect(queue.popFirst()?.element == 10)
    // When another arrives
    queue.append(20, to: "b")
    // Then
    #expect(drained(&queue) == [20, 11, 12, 13, 14, 15])
  }

  @Test func `a lane that was served last and returns waits for the others`() {
    var queue = TurnQueue<String, Int>()
    queue.append(10, to: "a")
    #expect(queue.popFirst()?.element == 10)
    queue.append(11, to: "a")
    queue.append(20, to: "b")
    #expect(drained(&queue) == [20, 11])
  }

  @Test func `elements without a lane go first`() {
    var queue = TurnQueue<String, Int>()
    queue.append(10, to: "a")
    queue.append(1, to: nil)
    queue.append(2, to: nil)
    #expect(drained(&queue) == [1, 2, 10])
  }

  @Test func `an element can be removed, and its lane loses its turn with the last one`() {
    var queue = TurnQueue<String, Int>()
    for number in [10, 11] { queue.append(number, to: "a") }
    queue.append(20, to: "b")
    #expect(queue.remove(from: "a") { $0 == 10 } == 10)
    #expect(queue.remove(from: "a") { $0 == 10 } == nil)
    #expect(queue.remove(from: "b") { $0 == 20 } == 20)
    #expect(queue.count == 1)
    queue.append(21, to: "b")
    #expect(drained(&queue) == [11, 21])
  }

  @Test func `no element is lost, and none waits for more than one of each other lane`() {
    var random = SplitMix64(seed: 41)
    for _ in 0..<200 {
      var queue = TurnQueue<Int, Int>()
      var (added, served) = (0, 0)
      // For each waiting element that is first in its lane: how often the other lanes were served since.
      var passed: [Int: [Int: Int]] = [:]
      var waiting: [Int: Int] = [:]
      for _ in 0..<60 {
        let lane = Int.random(in: 0..<4, using: &random)
        if Bool.random(using: &random) {
          queue.append(added, to: lane)
          added += 1
          waiting[lane, default: 0] += 1
        } else if let lane = queue.popFirst()?.lane {
          served += 1
          passed[lane] = nil
          waiting[lane, default: 0] -= 1
          for other in waiting.keys where other != lane && (waiting[other] ?? 0) > 0 {
            passed[other, default: [:]][lane, default: 0] += 1
            #expect(passed[other]?[lane] ?? 0 <= 1, "seed \(random.seed)")
          }
        }
        #expect(queue.count == added - served)
      }
    }
  }
}
