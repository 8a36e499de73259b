import Foundation
import NotesDomain
import NotesFronts

/// The text of a note as HTML, with links to other notes and to its attachments.
struct NoteHTML {
  let note: Note
  var lineBreaks = LineBreakStyle.keep

  /// The schemes of links that a browser may open.
  private static let schemes = ["http:", "https:", "mailto:"]

  var html: HTML {
    MarkdownHTML(address: address, image: image, lineBreaks: lineBreaks).html(note.body, title: note.title)
  }

  private func address(of link: MarkdownLink) -> String? {
    switch link {
    case .note(let name): attachment(name) ?? NoteLink(wiki: name).flatMap(address)
    case .destination(let text):
      if Self.schemes.contains(where: { text.lowercased().begins(with: $0) }) {
        text
      } else if let path = attachment(text) {
        path
      } else if let link = NoteLink(markdown: text, label: "", isEmbedded: false) {
        address(of: link)
      } else if text.begins(with: "#") || text.contains(bytesOf: "://") || text.begins(with: "//")
        || Self.hasScheme(text)
      {
        nil
      } else {
        WebPath.go(to: text.removingPercentEncoding ?? text)
      }
    }
  }

  /// Returns the path of a link to a note; `nil` for one to a heading of the same note.
  private func address(of link: NoteLink) -> String? { link.target.isEmpty ? nil : WebPath.go(to: link.target) }

  /// Returns the path of an attachment that browsers show, by its name. Others are links.
  private func image(_ source: String) -> String? {
    let name = source.lowercased()
    return [".png", ".jpg", ".jpeg", ".gif", ".webp"].contains { name.ends(with: $0) } ? attachment(source) : nil
  }

  /// Returns the path of the attachment that a link names, or whose file it leads to in a folder of Markdown.
  private func attachment(_ text: String) -> String? {
    let path = text.removingPercentEncoding ?? text
    guard !path.isEmpty else { return nil }
    let found = note.attachments.first { [$0.name, $0.path].contains { $0.hasSameBytes(as: path) } }
    return found.map { WebPath.attachment($0.name, of: note.id) }
  }

  /// Returns whether a text begins with the scheme of an address, such as `javascript:`.
  private static func hasScheme(_ text: String) -> Bool {
    text.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:/.matchingSemantics(.unicodeScalar)) != nil
  }
}
