/// The stand-in of a protocol, for definitions that are lazy: the attribute `@LazyProxy` writes it down for each protocol
/// that it stands at.
public struct StandIn: Sendable {
  /// The protocol, as in `(any NoteRepository).self`.
  public let interface: any Any.Type
  let dependency: Dependency
  let proxy: ProxyDescription

  /// Describes a stand-in.
  ///
  /// - Parameter proxy: Its type.
  public init<Proxy: LazyProxy>(_ proxy: Proxy.Type) {
    interface = Proxy.Object.self
    dependency = Dependency(Proxy.Object.self)
    self.proxy = ProxyDescription(of: proxy)
  }
}
