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

@Test(
  .wired(BirthdayList.self, modules: [BirthdaysModule()]),
  .replacing((any FriendStore).self, with: MemoryFriendStore()),
  .replacing((any Today).self, with: FixedToday(day: "12-10")), .forbidExternal)
func `only those are congratulated whose day it is`() throws {
  let list = try Wired.resolve(BirthdayList.self)
  #expect(try list.greetings() == ["Happy birthday, Ada!"])
}
