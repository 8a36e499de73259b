/// A friend, with the day of the year.
public struct Friend: Sendable, Equatable {
  public let name: String
  public let birthday: String

  public init(name: String, birthday: String) {
    (self.name, self.birthday) = (name, birthday)
  }
}

/// Where friends are kept.
public protocol FriendStore: Sendable {
  func friends() throws -> [Friend]
}

/// The day, which a test chooses.
public protocol Today: Sendable {
  var day: String { get }
}

/// Finds whom to congratulate.
public struct BirthdayList {
  private let store: any FriendStore
  private let today: any Today

  public init(store: any FriendStore, today: any Today) {
    (self.store, self.today) = (store, today)
  }

  public func greetings() throws -> [String] {
    try store.friends().filter { $0.birthday == today.day }.map { "Happy birthday, \($0.name)!" }
  }
}
