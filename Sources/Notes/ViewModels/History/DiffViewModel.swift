package import NotesDomain
import Observation

/// The comparison of two versions of a note.
@MainActor @Observable
package final class DiffViewModel: ViewModel {
  package private(set) var state = DiffState()

  private let finder: VersionFinder

  init(finder: VersionFinder) {
    self.finder = finder
  }

  /// Compares two versions of a note. A note that is gone is found by its whole id.
  ///
  /// - Parameters:
  ///   - reference: A prefix of the note's id.
  ///   - from: The number of the older version's change set; `nil` for the version before the newer one.
  ///   - to: The number of the newer version's change set; `nil` for the current version.
  package func compare(_ reference: String, from: Int? = nil, to: Int? = nil) async {
    state = DiffState(phase: .working)
    state.phase = await .after {
      let id = try await finder.id(reference)
      let oldest = [from, to].compactMap(\.self).min()
      let versions = try await finder.history.versions(of: id, backBefore: oldest)
      let newer = try Self.index(of: to, in: versions) ?? 0
      let older = try Self.index(of: from, in: versions) ?? newer + 1
      state.id = id
      state.to = versions.indices.contains(newer) ? versions[newer] : nil
      state.from = versions.indices.contains(older) ? versions[older] : nil
      state.isCurrent = newer == 0
      state.difference = NoteDifference(from: state.from?.note, to: state.to?.note)
    }
  }

  private static func index(of number: Int?, in versions: [NoteVersion]) throws -> Int? {
    guard let number else { return nil }
    guard let index = versions.firstIndex(where: { $0.changeSet == number }) else {
      throw HistoryFailure.noVersion(number)
    }
    return index
  }
}

/// The state of a comparison.
package struct DiffState: ViewState {
  package var phase: Phase = .idle
  package var id: NoteID?
  /// The older version; `nil` if the newer one is the first.
  package var from: NoteVersion?
  /// The newer version.
  package var to: NoteVersion?
  /// Whether the newer version is the current one.
  package var isCurrent = false
  package var difference: NoteDifference?
}
