import Testing

@testable import Wiring
@testable import WiringDefinitions

@Suite("Reading durations")
struct DurationTextTests {
  @Test(
    "numbers with units, the largest first, or ISO 8601",
    arguments: [
      ("250ms", .milliseconds(250)), ("30s", .seconds(30)), ("1m 30s", .seconds(90)), ("1m30s", .seconds(90)),
      ("2h", .seconds(7_200)), ("1.5s", .milliseconds(1_500)), ("0.5 min", .seconds(30)), ("1d 1h", .seconds(90_000)),
      ("1 day", .seconds(86_400)), ("2 hours 30 minutes", .seconds(9_000)), ("1.5 seconds", .milliseconds(1_500)),
      ("1_000 ms", .seconds(1)), ("10us", .microseconds(10)), ("10µs", .microseconds(10)),
      ("10μs", .microseconds(10)), ("3 ns", .nanoseconds(3)), ("-1m 30s", .seconds(-90)), ("+5s", .seconds(5)),
      ("0s", .zero), ("  30s\n", .seconds(30)), ("1.50s", .milliseconds(1_500)),
      ("0.000000000000000001s", Duration(secondsComponent: 0, attosecondsComponent: 1)),
      ("PT1M30S", .seconds(90)), ("P1DT2H", .seconds(93_600)), ("P2W", .seconds(1_209_600)), ("P1D", .seconds(86_400)),
      ("PT0.25S", .milliseconds(250)), ("-PT5S", .seconds(-5)),
    ] as [(String, Duration)])
  func durations(text: String, duration: Duration) throws {
    #expect(try read(.text(text), as: Duration.self) == duration)
  }

  @Test(
    "everything else is refused: no number without a unit, no unit twice, no month",
    arguments: [
      "", "30", "s", "30 s 5", "30s 1m", "1m 1m", "1..5s", "1.s", ".5s", "1__0s", "_1s", "30S", "30 parsecs", "1,5s",
      "5s!", "--5s", "- 5s", "1m -30s", "P", "PT", "P1M", "P1Y", "PT1D", "P1H", "1DT2H", "PT1M30", "PT5S1M", "p1d",
      "P1DT",
      "0.0000000000000000001s", "0.1 ns 5", "9223372036854775808s", "99999999999999999999999999999999999999999s",
      "106751991167301d", "٣s",
    ])
  func noDurations(text: String) {
    #expect(
      complaint(about: .text(text), as: Duration.self)
        == "expected a duration such as 30s or 1m 30s, found '\(text)'")
  }

  @Test("a number alone has no unit", arguments: [30, 1.5, true, nil, ["30s"]] as [DefinitionValue])
  func noText(value: DefinitionValue) {
    #expect(complaint(about: value, as: Duration.self)?.hasPrefix("expected a duration such as 30s or 1m 30s,") == true)
  }
}
