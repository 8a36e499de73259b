import Testing

extension Issue {
  /// Records an issue at the place of a test, for what belongs to no line in it.
  static func record(_ text: String, at test: Test?) {
    if let test {
      record(Comment(rawValue: text), sourceLocation: test.sourceLocation)
    } else {
      record(Comment(rawValue: text))
    }
  }
}
