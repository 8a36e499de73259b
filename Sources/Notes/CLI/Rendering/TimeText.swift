import NotesDomain

/// Moments as people read them: in the local time zone, to the minute.
struct TimeText: Sendable {
  private let zone: any TimeZoneOffsets

  init(zone: any TimeZoneOffsets) {
    self.zone = zone
  }

  /// For example `2026-03-14 09:26`.
  func short(_ moment: Timestamp) -> String {
    let local = Timestamp(
      millisecondsSince1970: moment.millisecondsSince1970 + Int64(zone.secondsEastOfUTC(at: moment)) * 1000)
    let text = local.iso8601
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
  }
}
