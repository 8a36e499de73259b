/// An object on its way out of a cell.
///
/// Unchecked: what is kept in a cell is `Sendable`, as ``BindingBuilder/scoped(_:)-(Scope)`` demands.
struct Shared<Value>: @unchecked Sendable {
  let value: Value
}
