import WiringMacros

protocol Shape {}
class Sheet {}

@LazyProxy @Intercepted @Spied
protocol Signatures: AnyObject {
  func generic<Item: Sendable, Other>(_ item: Item, other: Other) -> Other where Other: Hashable
  func opaque(_ shape: some Shape)
  func changing(_ count: inout Int)
  func calling(_ body: () throws -> Int, later: @escaping @Sendable () async -> Void)
  func lazily(_ value: @autoclosure () -> Int)
  func owning(_ text: consuming String, looking other: borrowing String, sending sheet: sending Sheet)
  func failing<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure)
  func named(in: String, _: Int, for default: Bool) -> (Int, String)
  @discardableResult func quiet() -> Int
  @available(macOS 99, *) func recent() async throws
  func overloaded()
  func overloaded(_ count: Int)
  var settable: [String: Int] { get set }
  var slow: Int { get async throws }
  subscript(index: Int, for key: String) -> Int? { get set }
  subscript<Key>(key key: Key) -> String where Key: Hashable { get throws }
  func `repeat`(_ `class`: String)
}
