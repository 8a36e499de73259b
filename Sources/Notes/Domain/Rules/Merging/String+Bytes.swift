extension String {
  /// Whether two texts are the same to the last byte: `==` takes a letter with its accent and a letter followed by one for
  /// the same, which a note that is kept as it was written may not. O(length).
  ///
  /// - Parameter other: The other text.
  func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}
