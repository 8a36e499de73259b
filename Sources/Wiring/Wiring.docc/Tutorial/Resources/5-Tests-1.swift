import Birthdays
import Testing
import WiringTesting

@Test func `the modules form a valid plan`() {
  expectWired(BirthdayList.self, modules: [BirthdaysModule()])
}
