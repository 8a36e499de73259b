extension DefinitionValue.Member {
  /// Where it stands, before everything else in the case of code.
  var place: SourceLocation { location ?? value.location ?? SourceLocation(fileID: "", line: 0, column: 0) }

  /// The method that is meant: files write it as the member's value, code as its name.
  var methodName: String {
    if case .text(let text) = value.content, !text.isEmpty { text } else { name }
  }
}

extension DefinitionValue {
  /// What is given for a value that a file's reader could make nothing of: no parameter has this type.
  struct Reported: Sendable {}

  /// Whether there is something in it that a file's reader could make nothing of, and has told.
  var hasReported: Bool {
    switch content {
    case .list(let values): values.contains(where: \.hasReported)
    case .map(let members): members.contains(where: \.value.hasReported)
    case .given(let value): value is Reported
    case .null, .text, .boolean, .integer, .number, .reference, .definition: false
    }
  }

  /// Whether there is an object in it that must be made, rather than read.
  var hasObjects: Bool {
    switch content {
    case .reference, .definition: true
    case .list(let values): values.contains(where: \.hasObjects)
    case .map(let members): members.contains(where: \.value.hasObjects)
    case .null, .text, .boolean, .integer, .number, .given: false
    }
  }
}
