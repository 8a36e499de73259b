/// The note of a day, in which a person writes what happens: `notesctl today`.
///
/// Its title is the date and it is added on that day, so that a device finds it by title and notebook. Devices that each add
/// one before they sync mean the same note, which their first sync makes of them. An identifier made from the date would do
/// so, too, but before the first sync there is no vault that it could belong to, a purged note's would be taken, and a server
/// that must not read a vault would know what the note is.
package enum DailyNote {
  /// The notebook of such notes, unless a person has another one.
  package static let notebook = "Journal"

  /// Returns the title of the note of a day.
  package static func title(for day: CivilDate) -> String { day.iso8601 }

  /// Joins two notes of one day, the one that was added first at the beginning. Lines with which both texts begin, those of a
  /// template, are there once.
  ///
  /// - Returns: The joined note, with the identifier of `theirs`; `nil` when their front matter differs, or the result exceeds a
  ///   limit.
  package static func joined(_ ours: Note, with theirs: Note) -> Note? {
    guard ours.foreignFrontMatter.hasSameBytes(as: theirs.foreignFrontMatter) else { return nil }
    let isFirst = ours.created < theirs.created
    var joined = NoteJoin(isFirst ? ours : theirs, continuedBy: isFirst ? theirs : ours).note.copied(as: theirs.id)
    joined.fileName = theirs.fileName
    joined.isPinned = ours.isPinned || theirs.isPinned
    joined.isArchived = ours.isArchived && theirs.isArchived
    joined.modified = max(ours.modified, theirs.modified)
    return joined.excess(over: [ours, theirs]) == nil ? joined : nil
  }
}

extension Note {
  /// Whether this is the note of a day, and not in the trash.
  package var isDaily: Bool { trashed == nil && hasTitleOfItsDay }

  /// Whether the title is the date on which the note was added, in any time zone. Such a title never follows the text: the note of
  /// the day is found by it.
  package var hasTitleOfItsDay: Bool {
    guard title.utf8.count == 10, let start = Timestamp(iso8601: title) else { return false }
    let day = CivilDate(daysSince1970: Int(start.millisecondsSince1970.floorDivided(by: 86_400_000)))
    // The other way round, a time of creation far away would be no day of the calendar.
    let added = Int(created.millisecondsSince1970.floorDivided(by: 86_400_000))
    return day.iso8601.hasSameBytes(as: title) && (day.daysSince1970 - 1...day.daysSince1970 + 1).contains(added)
  }
}
