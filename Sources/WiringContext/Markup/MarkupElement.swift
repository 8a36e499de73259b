/// An element of an XML text.
struct MarkupElement {
  struct Attribute {
    let name: String
    let value: String
    let position: Position
    let valuePosition: Position
  }

  let name: String
  let position: Position
  let attributes: [Attribute]
  /// Where what is between its tags begins.
  let contentPosition: Position
  var children: [MarkupElement] = []
  /// The text between its tags, without that of its children.
  var text = ""

  /// Whether there is text in it that somebody meant.
  var hasText: Bool { !text.utf8.allSatisfy { $0 <= 0x20 } }

  /// The text without the spaces around it.
  var trimmedText: String {
    var bytes = text.utf8[...]
    while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return String(Substring(bytes))
  }

  subscript(attribute: String) -> Attribute? {
    attributes.first { $0.name == attribute }
  }
}
