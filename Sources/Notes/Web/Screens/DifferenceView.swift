import NotesDomain
import NotesViewModels

/// The difference between two versions of a note, as the template `difference` names it.
struct DifferenceView: Sendable {
  /// A property that differs.
  struct Field: Sendable {
    let name: String
    let before: String
    let after: String
  }

  /// A line of the text. Its mark and its label tell its kind without colour.
  struct Line: Sendable {
    /// The class of the style.
    let kind: String
    let mark: String
    /// The kind for a screen reader; empty for an unchanged line.
    let label: String
    let text: String
  }

  let fields: [Field]
  let hasFields: Bool
  let lines: [Line]
  let hasLines: Bool
  let isEmpty: Bool

  /// Compares two versions; `nil` for no note.
  init(from old: Note?, to new: Note?, _ times: TimeText) {
    let difference = NoteDifference(from: old, to: new)
    var fields: [Field] = []
    if let old, let new {
      fields = difference.fields.map { field in
        Field(
          name: ChangeText.name(of: field), before: ChangeText.value(of: field, in: old, times),
          after: ChangeText.value(of: field, in: new, times))
      }
    }
    self.fields = fields
    lines = UnifiedDiff(difference).lines.map(Line.init)
    (hasFields, hasLines) = (!fields.isEmpty, !lines.isEmpty)
    isEmpty = fields.isEmpty && lines.isEmpty
  }
}

extension DifferenceView.Line {
  fileprivate init(_ line: UnifiedDiff.Line) {
    switch line.kind {
    case .unchanged: self.init(kind: "unchanged", mark: " ", label: "", text: line.text)
    case .removed: self.init(kind: "removed", mark: "−", label: "removed", text: line.text)
    case .added: self.init(kind: "added", mark: "+", label: "added", text: line.text)
    case .gap: self.init(kind: "gap", mark: "", label: "", text: "…")
    case .lineEnding:
      self.init(kind: "gap", mark: "", label: "", text: "only the line ending of the last line differs")
    }
  }
}
