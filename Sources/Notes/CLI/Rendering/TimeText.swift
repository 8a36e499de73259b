import NotesDomain

/// Moments as people read them: in the local time zone, to the minute.
struct TimeText: Sendable {
  private let zone: any TimeZoneOffsets

  init(zone: any TimeZoneOffsets) {
    self.zone = zone
  }

  /// For example `2026-03-14 09:26`.
  func short(_ moment: Timestamp) -> String {
    // Another device's clock may say anything.
    let (local, isBeyond) = moment.millisecondsSince1970.addingReportingOverflow(
      Int64(zone.secondsEastOfUTC(at: moment)) * 1000)
    let text = (isBeyond ? moment : Timestamp(millisecondsSince1970: local)).iso8601
    let parts = text.split(separator: "T", maxSplits: 1)
    return "\(parts[0]) \(parts[1].prefix(5))"
  }
}
