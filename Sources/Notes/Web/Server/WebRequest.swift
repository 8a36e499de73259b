import Foundation
import Wiring

/// A request to a page, checked by ``WebGuard``. The context of ``Wiring/CustomScope/webRequest``.
struct WebRequest: Sendable {
  let path: String
  /// The values of the route's parameters, such as that of `:note`.
  var parameters: [String: String] = [:]
  let query: FormFields
  /// The fields of a form that was posted.
  var form = FormFields()
  /// The files of a form that was posted.
  var files: [UploadedFile] = []

  /// Returns the value of a parameter of the route; empty if the route has none of this name.
  func parameter(_ name: String) -> String { parameters[name] ?? "" }
}

extension CustomScope where Context == WebRequest {
  /// The scope of one request: its screen, and what the screen shares with the layout of the page.
  static var webRequest: Self { CustomScope("webRequest") }
}

/// A file of a posted form.
struct UploadedFile: Sendable, Hashable {
  let field: String
  let name: String
  let bytes: [UInt8]
}

/// The fields of a query or a form, in their order.
struct FormFields: Sendable, Hashable {
  private var fields: [Field] = []

  private struct Field: Sendable, Hashable {
    let name: String
    let value: String
  }

  init() {}

  /// Parses `application/x-www-form-urlencoded` (<https://url.spec.whatwg.org/#urlencoded-parsing>); `nil` if it is not UTF-8.
  init?(urlEncoded text: some StringProtocol) {
    for part in text.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        String($0).replacing("+", with: " ").removingPercentEncoding
      }
      guard let name = pair[0], let value = pair.count > 1 ? pair[1] : "" else { return nil }
      add(name, value)
    }
  }

  mutating func add(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

  /// The value of the first field with a name.
  subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// Returns the values of all fields with a name.
  func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// Returns the value of the first field with a name, unless it is empty.
  func nonEmpty(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns the text of a field with several lines, whose line breaks browsers send as CR LF, which is always one character.
  func text(_ name: String) -> String? { self[name]?.replacing("\r\n", with: "\n") }
}
