package import NotesDomain
import Observation

/// What changed in a note.
@MainActor @Observable
package final class DiffViewModel {
  /// What to show.
  package private(set) var state = DiffState()

  private let finder: VersionFinder

  /// Creates a view-model.
  ///
  /// - Parameter finder: Finds the note and its versions.
  package init(finder: VersionFinder) {
    self.finder = finder
  }

  /// Compares two versions of a note.
  ///
  /// - Parameters:
  ///   - reference: The beginning of the note's id; of a note that is gone, the whole id.
  ///   - from: The number of the set of changes that made the older version; `nil` for the version before the newer one.
  ///   - to: The number of the set of changes that made the newer version; `nil` for the note as it is.
  package func compare(_ reference: String, from: Int? = nil, to: Int? = nil) async {
    state = DiffState(phase: .working)
    do throws(Failure) {
      let id = try await finder.id(reference)
      let oldest = [from, to].compactMap(\.self).min()
      let versions = try await finder.versions(of: id, backBefore: oldest)
      let newer = try Self.place(of: to, among: versions) ?? 0
      let older = try Self.place(of: from, among: versions) ?? newer + 1
      state.id = id
      state.to = versions.indices.contains(newer) ? versions[newer] : nil
      state.from = versions.indices.contains(older) ? versions[older] : nil
      state.difference = NoteDifference(from: state.from?.note, to: state.to?.note)
      state.phase = .done
    } catch {
      state.phase = .failed(error)
    }
  }

  private static func place(of number: Int?, among versions: [NoteVersion]) throws(Failure) -> Int? {
    guard let number else { return nil }
    guard let place = versions.firstIndex(where: { $0.changeSet == number }) else { throw .noVersion(number) }
    return place
  }
}

/// Two versions of a note beside each other.
package struct DiffState: Sendable, Hashable {
  /// How far the last action is.
  package var phase: Phase = .idle
  /// The note.
  package var id: NoteID?
  /// The older version; `nil` where the note begins.
  package var from: NoteVersion?
  /// The newer version.
  package var to: NoteVersion?
  /// What makes them differ.
  package var difference: NoteDifference?
}
