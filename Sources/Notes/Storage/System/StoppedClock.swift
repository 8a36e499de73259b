import NotesDomain
import WiringMacros

/// A clock that always shows the same time, for demonstrations that look the same each time they are given.
@Component(scope: .singleton)
struct StoppedClock: WallClock {
  /// The time that it shows.
  var time = Timestamp(millisecondsSince1970: 0)

  func now() -> Timestamp { time }
}
