package import NotesDomain

/// Timestamps as text in the local time zone.
package struct TimeText: Sendable {
  package let zone: any TimeZoneOffsets

  package init(zone: any TimeZoneOffsets) {
    self.zone = zone
  }

  /// Returns the date and the time to the minute, as in `2026-03-14 09:26`.
  package func short(_ timestamp: Timestamp) -> String {
    let text = zone.local(timestamp).iso8601
    let parts = text.split(separator: "T", maxSplits: 1)
    return "\(parts[0]) \(parts[1].prefix(5))"
  }

  /// Returns the date, as in `2026-03-14`.
  package func day(_ timestamp: Timestamp) -> String { String(short(timestamp).prefix { $0 != " " }) }
}
