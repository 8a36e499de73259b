public import Wiring

public struct BirthdaysModule: Module {
  public init() {}

  public func configure(_ binder: inout Binder) {
    binder.bind((any FriendStore).self, FileFriendStore.init)
    binder.bind(BirthdayList.init)
  }
}
