/// The conditions on notes of a list, a search or a saved search.
///
/// | typed | selects notes |
/// |---|---|
/// | `sourdough starter` | with both words, in the title, the tags or the text |
/// | `"sourdough starter"` | with the words next to each other |
/// | `tomat*` | with words that begin so |
/// | `tea OR coffee` | with one of the words; `OR` joins its neighbours |
/// | `-green` | without the word; a dash negates every condition |
/// | `title:starter` | with the word in the title |
/// | `tag:garden` | with the tag, or one nested in it |
/// | `notebook:Kitchen` | in the notebook, or one inside it; `notebook:/` is the top level alone |
/// | `after:2026-10`, `before:monday` | modified since the month began, or before the day; see ``DayRange`` |
/// | `created:last-week`, `modified:2026-09..2026-10` | created, or modified, in these days |
/// | `is:pinned`, `is:archived`, `is:trashed` | in this state |
/// | `has:attachment`, `has:tag`, `has:link` | with an attachment, a tag or a link to a note |
/// | `links:Sourdough` | with a link to the note of this name |
/// | `@reading` | of the saved search |
package struct NoteFilter: Sendable, Hashable {
  /// Conditions of which one must hold.
  package struct Clause: Sendable, Hashable {
    package var alternatives: [Condition]

    package init(_ alternatives: [Condition]) {
      self.alternatives = alternatives
    }
  }

  package struct Condition: Sendable, Hashable {
    package let test: Test
    /// Whether the test must fail.
    package let isExcluded: Bool

    package init(_ test: Test, isExcluded: Bool = false) {
      self.test = test
      self.isExcluded = isExcluded
    }
  }

  package enum Test: Sendable, Hashable {
    /// The title, the set tags or the text contain a term.
    case text(SearchTerm)
    case title(SearchTerm)
    /// The note has the tag or one that it covers, set or in the text.
    case tag(Tag)
    /// The note is in the notebook or one inside it, compared without case.
    case notebook(Notebook)
    /// The note is in no notebook.
    case topLevel
    case created(TimeRange)
    case modified(TimeRange)
    case pinned
    case archived
    case trashed
    case hasAttachment
    case hasTag
    /// The note has a link to another note, whether that exists or not.
    case hasLink
    /// The note has a link to this name, or to another name of the notes that have it.
    case link(NoteName)
  }

  /// The conditions, all of which must hold; empty to select every note.
  package var clauses: [Clause]

  package init(_ clauses: [Clause] = []) {
    self.clauses = clauses
  }

  /// Adds a condition that must hold as well.
  package mutating func require(_ test: Test) {
    clauses.append(Clause([Condition(test)]))
  }

  /// Returns whether a test occurs that may hold, also as an alternative.
  package func wants(_ test: Test) -> Bool {
    clauses.contains { $0.alternatives.contains { $0.test == test && !$0.isExcluded } }
  }
}

extension NoteFilter {
  /// The terms that are to be found in texts, of which some may be alternatives.
  package var wantedTerms: [SearchTerm] {
    clauses.flatMap { clause in
      clause.alternatives.compactMap { condition in
        switch condition.test {
        case .text(let term), .title(let term): condition.isExcluded ? nil : term
        default: nil
        }
      }
    }
  }
}
