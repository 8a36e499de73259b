import Foundation
import Testing

/// Keeps the page about both fronts true: `docs/two-fronts.md`.
@Suite struct TwoFrontsTests {
  @Test func `the table of actions is that of the sources`() throws {
    let page = try Checkout.file("docs/two-fronts.md").lines.map(String.init)
    let terminal = try Checkout.swiftFiles(under: "Sources/Notes/CLI")
    let browser = try Checkout.swiftFiles(under: "Sources/Notes/Web")
    let models = try Checkout.swiftFiles(under: "Sources/Notes/ViewModels")
    let rows = models.compactMap { ViewModelActions($0, among: models) }
      .sorted { $0.name < $1.name }.flatMap { model in
        model.actions.map { action in
          let users = [terminal, browser].map { model.users(of: action, in: $0) }
          return "| `\(model.name).\(action)` | \(users[0]) | \(users[1]) |"
        }
      }
    #expect(page.filter { $0.hasPrefix("| `") && $0.contains(/^\| `[A-Z]\w+\.\w+` \|/) } == rows)
  }

  @Test func `its code is that of the sources`() throws {
    let sources = try Checkout.swiftFiles(under: "Sources/Notes").map { Self.words($0.text) }
    let code = try Checkout.file("docs/two-fronts.md").text.components(separatedBy: "```")
      .filter { $0.hasPrefix("swift\n") }.map { Self.words(String($0.dropFirst(6))) }
    #expect(code.count == 3)
    for piece in code { #expect(sources.contains { $0.contains(piece) }, "\(piece)") }
  }

  private static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// The actions of a view-model, and the files of a front that call them.
private struct ViewModelActions {
  private let type: String
  let actions: [String]

  /// The name without `ViewModel`.
  var name: String { String(type.dropLast("ViewModel".count)) }

  /// Finds the actions of the view-model of a file, those in extensions in other files included.
  init?(_ file: SourceFile, among files: [SourceFile]) {
    guard let type = file.text.firstMatch(of: /package final class (\w+ViewModel)/)?.1 else { return nil }
    self.type = String(type)
    let extensions = files.filter { $0.text.contains("\nextension \(type) {") }
    actions = Set(
      ([file] + extensions).flatMap { $0.text.matches(of: /\n  package func (\w+)/).map { String($0.1) } }
    ).sorted()
  }

  /// Returns the names of the files that call an action on a property with a view-model of the type; a dash for none.
  func users(of action: String, in files: [SourceFile]) -> String {
    let declaration = try? Regex(
      #"let (\w+): (?:@MainActor @Sendable \(\) throws -> )?\#(type)\b"#, as: (Substring, Substring).self)
    guard let declaration else { return "–" }
    let properties = Set(
      files.filter { $0.text.contains(type) }.flatMap { $0.text.matches(of: declaration).map { String($0.output.1) } }
    ).sorted()
    let names = properties.joined(separator: "|")
    let call = try? Regex(
      #"\b(?:\#(names))\b(?:\.run|\(\)|[^\n]*await)?[^\n]*(?:\n[^\n]*){0,6}?await [\w$.]*\.\#(action)\("#
        + #"|await (?:\w+\.)?(?:\#(names))\.\#(action)\("#)
    guard !properties.isEmpty, let call else { return "–" }
    // By Unicode's own rule, there is no boundary at the dot of `screen.note`. Few files have the call at all, and the
    // expression takes long in the others.
    let users = files.filter { $0.text.contains(".\(action)(") && $0.text.contains(call.wordBoundaryKind(.simple)) }
      .compactMap { $0.path.split(separator: "/").last?.dropLast(6) }
    return users.isEmpty ? "–" : users.joined(separator: ", ")
  }
}
