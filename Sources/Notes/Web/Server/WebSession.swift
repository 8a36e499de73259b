import NotesDomain
import Synchronization

/// The session of the one browser that the person at this machine opened.
///
/// The printed address has a token, which is exchanged once for a cookie. Each form repeats another secret, which a page of
/// another origin cannot read.
final class WebSession: Sendable {
  private struct State {
    var token: String?
    var authority = ""
  }

  /// The secret in each form.
  let formToken: String
  private let cookie: String
  private let state: Mutex<State>

  init(randomness: any Randomness) {
    func secret() -> String { (0..<4).map { _ in randomness.next().hexadecimal }.joined() }
    (formToken, cookie) = (secret(), secret())
    state = Mutex(State(token: secret()))
  }

  /// The host and port of the front, which every request must name.
  var authority: String { state.withLock { $0.authority } }

  /// Begins at an address, and returns the one with the token.
  func begin(at authority: String) -> String {
    state.withLock { state in
      state.authority = authority
      return "http://\(authority)/?token=\(state.token ?? "")"
    }
  }

  /// Exchanges the token for the value of a `Set-Cookie` field. Returns `nil` for another token, or one that was exchanged.
  func exchange(_ token: String) -> String? {
    state.withLock { state in
      guard let expected = state.token, Self.isEqual(token, expected) else { return nil }
      state.token = nil
      return "\(Self.cookieName(state.authority))=\(cookie); Path=/; HttpOnly; SameSite=Strict"
    }
  }

  /// Returns whether a `Cookie` field has the cookie of the session.
  func isOpened(by field: String?) -> Bool {
    let name = Self.cookieName(authority)
    return (field ?? "").split(separator: ";").contains { part in
      let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      return pair.count == 2 && pair[0] == name && Self.isEqual(String(pair[1]), cookie)
    }
  }

  /// Returns whether a form has the secret.
  func accepts(_ token: String?) -> Bool { Self.isEqual(token ?? "", formToken) }

  /// Returns the name of the cookie. Browsers send the cookies of all ports of a host.
  private static func cookieName(_ authority: String) -> String {
    "notesctl-" + (authority.split(separator: ":").last.map(String.init) ?? "")
  }

  /// Compares in a time that does not depend on where the texts differ.
  private static func isEqual(_ text: String, _ secret: String) -> Bool {
    let (left, right) = (Array(text.utf8), Array(secret.utf8))
    return left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
