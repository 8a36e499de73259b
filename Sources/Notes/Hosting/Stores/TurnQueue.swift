/// A queue of elements in lanes that take turns: the next element is from the lane that waited longest.
///
/// A lane that was just served takes its next turn after all others that wait, also after one that arrives only now. So the
/// elements of a busy lane delay those of another by one element, however many there are.
package struct TurnQueue<Lane: Hashable, Element> {
  /// The waiting elements of each lane, none of which is empty.
  private var waiting: [Lane: [Element]] = [:]
  /// The lanes with waiting elements, in the order of their turns, except for the last served one.
  private var turns: [Lane] = []
  private var lastServed: Lane?
  /// Elements that go before all lanes.
  private var urgent: [Element] = []

  package private(set) var count = 0

  package init() {}

  /// Adds an element at the end of a lane; without a lane, before all lanes and after other such elements.
  package mutating func append(_ element: Element, to lane: Lane?) {
    count += 1
    guard let lane else { return urgent.append(element) }
    if waiting[lane] == nil, lane != lastServed { turns.append(lane) }
    waiting[lane, default: []].append(element)
  }

  /// Removes the next element, and returns it with its lane; `nil` when the queue is empty.
  package mutating func popFirst() -> (lane: Lane?, element: Element)? {
    guard count > 0 else { return nil }
    count -= 1
    if !urgent.isEmpty { return (nil, urgent.removeFirst()) }
    if let lastServed, waiting[lastServed] != nil { turns.append(lastServed) }
    let lane = turns.removeFirst()
    lastServed = lane
    guard var elements = waiting.removeValue(forKey: lane) else { return nil }
    let element = elements.removeFirst()
    if !elements.isEmpty { waiting[lane] = elements }
    return (lane, element)
  }

  /// Removes the first element of a lane that fulfills a condition, and returns it.
  package mutating func remove(from lane: Lane, where condition: (Element) -> Bool) -> Element? {
    guard var elements = waiting[lane], let index = elements.firstIndex(where: condition) else { return nil }
    let element = elements.remove(at: index)
    waiting[lane] = elements.isEmpty ? nil : elements
    if elements.isEmpty { turns.removeAll { $0 == lane } }
    count -= 1
    return element
  }
}
