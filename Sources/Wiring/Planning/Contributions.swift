/// The bindings that together make the list of a type, in the order of their declaration.
@usableFromInline struct Contributions: Sendable {
  let key: AnyKey
  var members: [(name: String?, position: Int)] = []
}
