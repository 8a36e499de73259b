import Foundation
import NotesDomain

/// The address of a server's database, such as `postgres://notes@db.example.org:5432/notes?sslmode=verify-full`.
///
/// It contains no password: others see the arguments and variables of a process. A text that may contain one is refused, and
/// its error does not show it.
package struct DatabaseAddress: Sendable, Hashable {
  /// The address of the database that libpq's own variables describe.
  package static let standard = DatabaseAddress(unchecked: "postgres://")

  /// The whole address.
  package let text: String

  private init(unchecked text: String) { self.text = text }

  /// Checks an address as far as that is possible without libpq.
  package init(_ text: String) throws(DatabaseAddressError) {
    // By scalars, as libpq reads bytes: with an accent behind it, a colon is a part of another `Character`.
    let scalars = text.unicodeScalars
    guard let scheme = ["postgres://", "postgresql://"].first(where: { text.begins(with: $0) }) else { throw .scheme }
    let rest = scalars.dropFirst(scheme.utf8.count)
    // Wherever the colon is: in "ada:s3/cret@db", libpq finds a host "ada" and a port "s3".
    if let at = rest.lastIndex(of: "@"), rest[..<at].contains(":") { throw .password }
    if Self.hasPasswordParameter(rest) { throw .password }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let hosts = authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
    guard hosts.split(separator: ",").allSatisfy({ Self.hasReadablePort(Substring($0)) }) else { throw .port }
    self.text = text
  }

  /// The address without its query, for messages.
  package var name: String { String(text.unicodeScalars.prefix { $0 != "?" }) }

  /// Returns whether a text is meant as the address of a database, and not as a path, however it is spelled.
  package static func isMeant(by text: String) -> Bool {
    text.contains(#/^\s*postgres(ql)?:/#.ignoresCase().matchingSemantics(.unicodeScalar))
  }

  /// Returns whether a parameter is a password. libpq decodes its key, without the spaces around it: `p%61ssword` is one, too.
  private static func hasPasswordParameter(_ rest: Substring.UnicodeScalarView) -> Bool {
    rest.split(omittingEmptySubsequences: false) { $0 == "?" || $0 == "&" }.dropFirst().contains { parameter in
      guard let end = parameter.firstIndex(of: "=") else { return false }
      return ["password", "sslpassword"].contains(String(parameter[..<end]).removingPercentEncoding?.trimmingSpaces())
    }
  }

  /// Returns whether what follows the name of a host is a number, or nothing.
  private static func hasReadablePort(_ host: Substring) -> Bool {
    host.wholeMatch(of: #/(\[[^\]]*\]|[^:\[\]]*)(:\d*)?/#.matchingSemantics(.unicodeScalar)) != nil
  }
}

/// The reason why a text is not the address of a database.
package enum DatabaseAddressError: Error, Sendable, Hashable {
  /// It does not begin with `postgres://`.
  case scheme
  /// It contains a password, or a colon before an at sign.
  case password
  /// The host is followed by something other than the number of a port.
  case port

  /// The reason in words.
  package var detail: String {
    switch self {
    case .scheme: "it must begin with postgres:// in small letters, without a space before it"
    case .password: "it contains a password, which others can see; put it into ~/.pgpass"
    case .port: "what follows the host is not the number of a port; a password belongs in ~/.pgpass"
    }
  }
}
