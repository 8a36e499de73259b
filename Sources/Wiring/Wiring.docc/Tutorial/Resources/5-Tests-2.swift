import Birthdays
import Testing
import WiringTesting

struct FixedToday: Today {
  let day: String
}

struct MemoryFriendStore: FriendStore {
  func friends() -> [Friend] {
    [Friend(name: "Ada", birthday: "12-10"), Friend(name: "Grace", birthday: "12-09")]
  }
}

@Test func `the modules form a valid plan`() {
  expectWired(BirthdayList.self, modules: [BirthdaysModule()])
}
