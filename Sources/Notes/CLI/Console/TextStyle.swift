/// How a piece of text looks where there are colours.
enum TextStyle: String, Sendable, Hashable {
  case plain = ""
  case bold = "1"
  case dim = "2"
  case title = "1;36"
  case tag = "33"
  case match = "1;35"
  case failure = "1;31"
  case good = "32"

  func applied(to text: String) -> String {
    guard self != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}
