/// A stand-in for an object that is made on the first call, as the macro `@LazyProxy` generates it.
///
/// A binding hands it out by ``BindingBuilder/lazy(_:)``:
///
/// ```swift
/// binder.bind((any NoteRepository).self, SQLiteNoteRepository.init).scoped(.singleton).lazy(LazyNoteRepository.self)
/// ```
public protocol LazyProxy: SendableMetatype {
  /// What the proxy stands for, as in `any NoteRepository`.
  associatedtype Object
  /// What each requirement of the protocol can throw: the error of making the object can be reported through it. `Never`
  /// when one of the requirements does not throw, so that the plan allows only objects whose making cannot fail.
  associatedtype Failure: Error

  /// Whether the protocol belongs to the main actor, so that its calls, and with them the making, happen there.
  static var isMainActor: Bool { get }

  /// Creates the proxy.
  ///
  /// - Parameter object: Makes the object.
  /// - Returns: The proxy, as what it stands for.
  static func proxy(for object: LazyObject<Object, Failure>) -> Object
}

extension LazyProxy {
  /// `false`.
  public static var isMainActor: Bool { false }
}

extension BindingBuilder {
  /// Hands out a stand-in, which makes the object on its first call.
  ///
  /// ```swift
  /// binder.bind((any NoteRepository).self, SQLiteNoteRepository.init).scoped(.singleton).lazy(LazyNoteRepository.self)
  /// ```
  ///
  /// Consumers notice nothing: the stand-in conforms to the protocol and forwards every call. The macro `@LazyProxy`
  /// generates it. It breaks a cycle. What making the object can throw must be something that the protocol's calls can
  /// throw: see ``Problem/Code/unreportableFailure``.
  ///
  /// - Parameter proxy: The stand-in's type.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func lazy<Proxy: LazyProxy>(_ proxy: Proxy.Type) -> Self where Proxy.Object == Value {
    modified(.lazy(ProxyDescription(of: proxy)))
  }
}

extension ProxyDescription {
  init<Proxy: LazyProxy>(of proxy: Proxy.Type) {
    self.init(type: proxy, failure: Proxy.Failure.self, isMainActor: Proxy.isMainActor) {
      linker, scope in
      let target = linker.deferredDependency(Proxy.Object.self, isReportingFailure: Proxy.Failure.self == (any Error).self)
      return linker.node(scope, { _ in Proxy.proxy(for: LazyObject(deferred: target)) }, nil)
    }
  }
}

extension LazyObject {
  /// An object of a graph.
  fileprivate convenience init(deferred target: DeferredDependency<Value>) {
    self.init { () throws(Failure) in
      do {
        return try target.resolve()
      } catch {
        if let failure = error as? Failure { throw failure }
        // The plan has proved that factories throw nothing else. Left are circles through opaque ones, which it cannot see.
        fatalError("\(AnyKey(Value.self)) could not be made: \(error)")
      }
    }
  }
}

/// The stand-in of a protocol, for definitions that are lazy: the attribute `@LazyProxy` writes it down for each protocol
/// that it stands at.
public struct LazyProxyRegistration: Sendable {
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
