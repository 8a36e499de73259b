import Crypto
import Foundation
import HTTPTypes
import Wiring
import WiringTools

/// The objects of this program, which `notesctl graph --format html` also shows.
struct GraphScreen: WebScreen {
  static let route = WebRoute(.get, WebPath.graph)

  let graph: GraphDescription

  func respond() async throws -> WebResponse {
    .file(
      WebFile(
        bytes: Array(graph.html(title: "notesctl").utf8), type: "text/html; charset=utf-8",
        headers: HTTPFields([HTTPField(name: .contentSecurityPolicy, value: Self.policy)])))
  }

  /// The policy of all pages, with the one style sheet and the one script that are within this page, and nothing else.
  private static let policy = SecurityHeaders.policy(
    scripts: source(GraphDescription.htmlScript), styles: source(GraphDescription.htmlStyle))

  /// Returns the source that allows an element with a text (<https://www.w3.org/TR/CSP3/#match-element-to-source-list>).
  private static func source(_ text: String) -> String {
    "'sha256-\(Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString())'"
  }
}
