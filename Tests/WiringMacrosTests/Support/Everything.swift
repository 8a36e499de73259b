import WiringMacros

/// A protocol with every kind of requirement that can be forwarded.
@LazyProxy @Intercepted @Spied
protocol Everything: AnyObject {
  func plain()
  func labelled(at place: Int, _ word: String, in: Bool, for: Int) -> String
  func unnamed(_: Int, with _: Int) -> Int
  func failing() throws(Unlucky) -> Int
  func failingAnyhow() throws -> Int
  func waiting(_ number: Int) async -> Int
  func waitingAndFailing() async throws(Unlucky)
  func generic<Item: Hashable, Other>(_ item: Item, _ others: [Other]) -> [Item: Int] where Other: Equatable
  func opaque(_ text: some StringProtocol) -> Int
  func changing(_ number: inout Int, by amount: Int)
  func calling(_ body: (Int) throws -> Int) -> Int?
  func keeping(_ body: @escaping @Sendable () -> Int) -> @Sendable () -> Int
  func choosing(_ isOn: Bool, _ value: @autoclosure () -> Int) -> Int
  func owning(_ text: consuming String) -> String
  func looking(_ text: borrowing String) -> Int
  func sending(_ sheet: sending Sheet) -> Int
  func single(_ token: consuming Token) -> Int
  func passing<Failure: Error>(_ body: () throws(Failure) -> Int) throws(Failure) -> Int
  @discardableResult func quiet() -> Int
  func overloaded() -> String
  func overloaded(_ number: Int) -> String
  func overloaded(number: Int) -> String
  func `repeat`(_ `class`: String) -> String
  func pair() -> (Int, name: String)
  var settable: Int { get set }
  var slow: Int { get async throws }
  subscript(index: Int, for key: String) -> Int { get set }
  subscript<Key: Hashable>(key key: Key) -> Int { get throws }
}

struct Unlucky: Error, Equatable {
  let number: Int
}

final class Sheet {
  var number = 7
}

struct Token: ~Copyable {
  let number: Int
}

/// The object behind proxies of ``Everything``.
final class Original: Everything {
  var log: [String] = []
  var settable = 1
  private var cells: [String: Int] = [:]

  func plain() { log.append("plain") }
  func labelled(at place: Int, _ word: String, in isIn: Bool, for number: Int) -> String {
    "\(place) \(word) \(isIn) \(number)"
  }
  func unnamed(_ one: Int, with two: Int) -> Int { one - two }
  func failing() throws(Unlucky) -> Int { throw Unlucky(number: 13) }
  func failingAnyhow() throws -> Int { throw Unlucky(number: 14) }
  func waiting(_ number: Int) async -> Int { number + 1 }
  func waitingAndFailing() async throws(Unlucky) { throw Unlucky(number: 15) }
  func generic<Item: Hashable, Other>(_ item: Item, _ others: [Other]) -> [Item: Int] where Other: Equatable {
    [item: others.count]
  }
  func opaque(_ text: some StringProtocol) -> Int { text.count }
  func changing(_ number: inout Int, by amount: Int) { number += amount }
  func calling(_ body: (Int) throws -> Int) -> Int? { try? body(20) }
  func keeping(_ body: @escaping @Sendable () -> Int) -> @Sendable () -> Int { body }
  func choosing(_ isOn: Bool, _ value: @autoclosure () -> Int) -> Int { isOn ? value() : 0 }
  func owning(_ text: consuming String) -> String {
    text += "!"
    return text
  }
  func looking(_ text: borrowing String) -> Int { text.count }
  func sending(_ sheet: sending Sheet) -> Int { sheet.number }
  func single(_ token: consuming Token) -> Int { token.number }
  func passing<Failure: Error>(_ body: () throws(Failure) -> Int) throws(Failure) -> Int { try body() }
  func quiet() -> Int { 3 }
  func overloaded() -> String { "none" }
  func overloaded(_ number: Int) -> String { "one" }
  func overloaded(number: Int) -> String { "labelled" }
  func `repeat`(_ `class`: String) -> String { `class` + `class` }
  func pair() -> (Int, name: String) { (1, "one") }
  var slow: Int { get async throws { throw Unlucky(number: 16) } }
  subscript(index: Int, for key: String) -> Int {
    get { cells["\(index)\(key)", default: 0] }
    set { cells["\(index)\(key)"] = newValue }
  }
  subscript<Key: Hashable>(key key: Key) -> Int { get throws { throw Unlucky(number: 17) } }
}
