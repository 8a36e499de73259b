import NotesDomain
import Testing

@Suite("Times and days")
struct TimestampTests {
  @Test(
    "A time is formatted in UTC and parsed again",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1, "1970-01-01T00:00:00.001Z"), (-1, "1969-12-31T23:59:59.999Z"),
      (1_773_480_413_589, "2026-03-14T09:26:53.589Z"), (951_782_400_000, "2000-02-29T00:00:00Z"),
      (-62_167_219_200_000, "0000-01-01T00:00:00Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ] as [(Int64, String)])
  func written(_ milliseconds: Int64, _ text: String) {
    let time = Timestamp(millisecondsSince1970: milliseconds)
    #expect(time.iso8601 == text)
    #expect(Timestamp(iso8601: text) == time)
  }

  @Test(
    "Any time is formatted, also an implausible one of another device",
    arguments: [
      (.max, "292278994-08-17T07:12:55.807Z"), (253_402_300_800_000, "10000-01-01T00:00:00Z"),
      (.min, "-292275055-05-16T16:47:04.192Z"), (-62_167_219_200_001, "-0001-12-31T23:59:59.999Z"),
    ] as [(Int64, String)])
  func wrong(_ milliseconds: Int64, _ text: String) {
    #expect(Timestamp(millisecondsSince1970: milliseconds).iso8601 == text)
  }

  @Test(
    "Dates are parsed in their common forms",
    arguments: [
      ("2026-03-14", "2026-03-14T00:00:00Z"), ("2026-03-14T09:26", "2026-03-14T09:26:00Z"),
      ("2026-03-14 09:26:53", "2026-03-14T09:26:53Z"), ("2026-03-14t09:26:53z", "2026-03-14T09:26:53Z"),
      ("2026-03-14T09:26:53.5", "2026-03-14T09:26:53.500Z"),
      ("2026-03-14T09:26:53.123456789Z", "2026-03-14T09:26:53.123Z"),
      ("2026-03-14T09:26:53+02:00", "2026-03-14T07:26:53Z"), ("2026-03-14T09:26:53-0930", "2026-03-14T18:56:53Z"),
      ("2026-03-14T00:30+01", "2026-03-13T23:30:00Z"), ("2026-03-14 09:26:53 +02:00", "2026-03-14T07:26:53Z"),
      ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
    ])
  func read(_ text: String, _ expected: String) {
    #expect(Timestamp(iso8601: text)?.iso8601 == expected)
  }

  @Test(
    "An invalid date is not parsed",
    arguments: [
      "", "2026", "2026-03", "2026-3-14", "2026-02-30", "2025-02-29", "1900-02-29", "2026-13-01", "2026-00-10",
      "2026-01-00",
      "2026-03-14T", "2026-03-14T24:00", "2026-03-14T09:60", "2026-03-14T09:26:61", "2026-03-14T09:26:53.",
      "2026-03-14x", "2026-03-14T09:26:53" + String(repeating: " ", count: 45) + "and more",
      "2026-03-14T09:26:53." + String(repeating: "0", count: 45) + "and more",
      "2026-03-14T09:26:53+", "2026-03-14T09:26:53+2", "2026-03-14T09:26:53+24:00", " 2026-03-14",
      "2026-03-14T09:26:53Zz",
      "+2026-03-14", "２０２６-03-14", "26-03-14", "2026/03/14", "tomorrow",
    ])
  func refused(_ text: String) {
    #expect(Timestamp(iso8601: text) == nil)
  }

  @Test("The times of ten thousand years round-trip", arguments: 1...5 as ClosedRange<UInt64>)
  func anyMoment(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<2000 {
      let milliseconds = Int64.random(in: -62_167_219_200_000...253_402_300_799_999, using: &random)
      let time = Timestamp(millisecondsSince1970: milliseconds)
      #expect(Timestamp(iso8601: time.iso8601) == time, "seed \(seed): \(milliseconds)")
    }
  }

  @Test("Every day follows the previous one, also in leap years")
  func days() throws {
    let first = try #require(CivilDate(year: 1896, month: 1, day: 1))
    var previous = first
    for number in first.daysSince1970 + 1...first.daysSince1970 + 80_000 {
      let day = CivilDate(daysSince1970: number)
      #expect(day.daysSince1970 == number)
      let isNextDay = (day.year, day.month, day.day) == (previous.year, previous.month, previous.day + 1)
      let isNextMonth =
        day.day == 1 && CivilDate(year: previous.year, month: previous.month, day: previous.day + 1) == nil
      #expect(isNextDay || isNextMonth, "\(day) after \(previous)")
      previous = day
    }
    #expect(previous == CivilDate(year: 2115, month: 1, day: 13))
  }

  @Test("Days round-trip as numbers", arguments: 1...3 as ClosedRange<UInt64>)
  func anyDay(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<2000 {
      let number = Int.random(in: -5_000_000...5_000_000, using: &random)
      let day = CivilDate(daysSince1970: number)
      #expect(
        CivilDate(year: day.year, month: day.month, day: day.day)?.daysSince1970 == number, "seed \(seed): \(number)")
    }
  }

  @Test("A duration lies between two times")
  func durations() {
    let time = Timestamp(millisecondsSince1970: 1_773_480_413_589)
    #expect((time + .seconds(2)).iso8601 == "2026-03-14T09:26:55.589Z")
    #expect(time - .milliseconds(589) - time == .milliseconds(-589))
    #expect(Timestamp(millisecondsSince1970: .max) - Timestamp(millisecondsSince1970: .min) > .zero)
  }

  @Test(
    "A duration has whole milliseconds and started seconds",
    arguments: [
      (.zero, 0, 0), (.nanoseconds(999_999), 0, 1), (.milliseconds(1001), 1001, 2), (.seconds(2), 2000, 2),
      (.milliseconds(-1500), -1500, -1), (.milliseconds(Int.max), .max, 9_223_372_036_854_776),
    ] as [(Duration, Int, Int)])
  func parts(_ duration: Duration, _ milliseconds: Int, _ seconds: Int) {
    #expect(duration.milliseconds == milliseconds && duration.secondsRoundedUp == seconds)
  }
}
