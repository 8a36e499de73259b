/// The completion of names that a person has begun to type.
package enum NameCompletion {
  /// Returns a name with its beginning as it was typed; `nil` if the name does not begin so.
  ///
  /// Names are compared as ``NoteName`` does, without case. Shells are not that lenient: they drop a completion that does not
  /// begin with the typed text, byte for byte.
  package static func completed(_ name: String, from typed: String) -> String? {
    guard !typed.isEmpty else { return name }
    let beginning = name.prefix(typed.count)
    guard beginning.utf8.elementsEqual(typed.utf8) || key(beginning) == key(typed[...]) else { return nil }
    return typed + name[beginning.endIndex...]
  }

  /// The text without case and forms of composition; with its spaces, unlike the key of a name.
  private static func key(_ text: Substring) -> String {
    // Characters are equal if they are canonically equivalent.
    text.lowercased()
  }
}
