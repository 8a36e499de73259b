/// A friend, with the day of the year.
public struct Friend: Sendable, Equatable {
  public let name: String
  public let birthday: String

  public init(name: String, birthday: String) {
    (self.name, self.birthday) = (name, birthday)
  }
}
