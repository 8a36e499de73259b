import NotesDomain

extension ENMLElement {
  /// The text of the element and all inside of it, with breaks as newlines and with its white space, as code.
  var code: String { code(limit: .max) }

  /// Returns the beginning of ``code`` that has more bytes than a limit, or all of it.
  func code(limit: Int) -> String {
    var text = ""
    appendCode(to: &text, limit: limit)
    return text.replacingBytes(of: "\u{A0}", with: " ")
  }

  private func appendCode(to text: inout String, limit: Int) {
    for child in children {
      guard text.utf8.count <= limit else { return }
      switch child {
      case .text(let content): text += content
      case .element(let element) where element.name == "br": text += "\n"
      case .element(let element): element.appendCode(to: &text, limit: limit)
      }
    }
  }

  /// The lines of a block of code, each of which is an element.
  var codeLines: String {
    var lines = ""
    for child in children {
      switch child {
      // White space between the elements is no line.
      case .text(let text):
        if !text.trimmingWhitespace.isEmpty { lines += text.replacingBytes(of: "\u{A0}", with: " ") }
      case .element(let element) where element.isBlock:
        if !lines.isEmpty, !lines.ends(with: "\n") { lines += "\n" }
        let line = element.elements.contains(where: \.isBlock) ? element.codeLines : element.code
        // A break at the end of a line makes no line of its own.
        lines += line.ends(with: "\n") ? line : line + "\n"
      case .element(let element): lines += element.name == "br" ? "\n" : element.code
      }
    }
    return lines.beginning(before: "\n").map(String.init) ?? lines
  }

  /// The element as it was written, with its text but without elements inside of it.
  var source: String {
    func escaped(_ text: String) -> String {
      text.replacingBytes(of: "&", with: "&amp;").replacingBytes(of: "<", with: "&lt;")
        .replacingBytes(of: "\"", with: "&quot;")
    }
    let list = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
    return "<\(name)\(list)>\(escaped(code))</\(name)>"
  }

  /// Whether a list is all that the element has.
  var isOnlyList: Bool {
    var hasList = false
    for child in children {
      switch child {
      case .text(let text): if !text.trimmingWhitespace.isEmpty { return false }
      case .element(let element):
        guard element.name == "ul" || element.name == "ol" else { return false }
        hasList = true
      }
    }
    return hasList
  }

  /// The items of a list: its elements, and its text as if in elements of its own.
  var listItems: [ENMLElement] {
    children.compactMap { child in
      switch child {
      case .element(let element): return element
      case .text(let text):
        guard !text.trimmingWhitespace.isEmpty else { return nil }
        var item = ENMLElement(name: "li", attributes: [:])
        item.children = [child]
        return item
      }
    }
  }

  /// The content of an item of a list. An element in place of an item is its own content.
  var itemNodes: [Node] { name == "li" ? children : [.element(self)] }

  /// Whether all of a table's content is in cells of rows. Otherwise it has another purpose, or is malformed.
  var isProperTable: Bool {
    let parts = elements.filter { ["thead", "tbody", "tfoot"].contains($0.name) }
    return hasOnly(["caption", "colgroup", "col", "thead", "tbody", "tfoot", "tr"])
      && parts.allSatisfy { $0.hasOnly(["tr"]) } && rows.allSatisfy { $0.hasOnly(["td", "th"]) }
  }

  /// Returns whether the element has only certain elements, and no text besides.
  private func hasOnly(_ names: Set<String>) -> Bool {
    children.allSatisfy { child in
      switch child {
      case .text(let text): text.trimmingWhitespace.isEmpty
      case .element(let element): names.contains(element.name)
      }
    }
  }

  /// The rows of a table, also those in its parts. Those of tables inside of it belong to their cells.
  var rows: [ENMLElement] {
    elements.flatMap { element -> [ENMLElement] in
      switch element.name {
      case "tr": [element]
      case "thead", "tbody", "tfoot": element.elements.filter { $0.name == "tr" }
      default: []
      }
    }
  }
}
