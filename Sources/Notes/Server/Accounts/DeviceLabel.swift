import NotesDomain

/// What devices are called.
enum DeviceLabel {
  /// A label that can be kept and shown: without control characters, spaces around it, or more bytes than are allowed.
  ///
  /// - Parameter text: What the device said; from anybody who knows a password.
  static func clean(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var bytes = 0
    for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
      // Spaces at the beginning are left out; those at the end go below.
      if scalars.isEmpty, scalar.properties.isWhitespace { continue }
      bytes += Unicode.UTF8.width(scalar)
      guard bytes <= SignInRequest.mostLabelBytes else { break }
      scalars.append(scalar)
    }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return scalars.isEmpty ? "unnamed device" : String(scalars)
  }
}
