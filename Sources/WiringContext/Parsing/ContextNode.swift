/// A piece of a context, in whatever format it was written: what the readers make, and the translation reads.
struct ContextNode {
  enum Content {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([ContextNode])
    case map([Entry])
    /// Values by name, whatever the names are: no name among them has a meaning of its own.
    case members([Entry])
  }

  struct Entry {
    var name: String
    var position: Position
    var value: ContextNode
  }

  var content: Content
  var position: Position

  init(_ content: Content, at position: Position) {
    self.content = content
    self.position = position
  }

  /// What it is, in words.
  var kind: String {
    switch content {
    case .null: "nothing"
    case .boolean: "a truth value"
    case .integer, .number: "a number"
    case .text: "text"
    case .list: "a list"
    case .map, .members: "a map"
    }
  }

  /// The value as it can be shown where something else was wanted.
  var shown: String {
    switch content {
    case .text(let text): text.count > 40 ? "\"\(text.prefix(40))…\"" : "\"\(text)\""
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .null, .list, .map, .members: kind
    }
  }
}
