/// A proxy of an object that is created on the first call, as the macro `@LazyProxy` generates it.
///
/// A binding returns it to consumers by ``BindingBuilder/lazy(_:)``:
///
/// ```swift
/// binder.bind((any NoteRepository).self, SQLiteNoteRepository.init).scoped(.singleton).lazy(LazyNoteRepository.self)
/// ```
public protocol LazyProxy: SendableMetatype {
  /// The proxied type, as in `any NoteRepository`.
  associatedtype ProxiedObject
  /// The error that every requirement of the protocol can throw, and that reports a failure to create the object.
  ///
  /// `Never` when a requirement does not throw, so that the plan allows only objects whose factories do not throw.
  associatedtype ProxyFailure: Error

  /// Whether the protocol is isolated to the main actor, so that calls, and the creation of the object, happen there.
  static var isMainActor: Bool { get }

  /// Creates the proxy.
  static func proxy(for object: LazyObject<ProxiedObject, ProxyFailure>) -> ProxiedObject
}

extension LazyProxy {
  /// `false`.
  public static var isMainActor: Bool { false }
}

extension BindingBuilder {
  /// Injects a proxy, which creates the object on its first call.
  ///
  /// ```swift
  /// binder.bind((any NoteRepository).self, SQLiteNoteRepository.init).scoped(.singleton).lazy(LazyNoteRepository.self)
  /// ```
  ///
  /// Transparent for consumers: the proxy conforms to the protocol and forwards every call. The macro `@LazyProxy`
  /// generates it. It breaks a cycle. An error of the object's factory must be one that the protocol's requirements can
  /// throw: see ``Problem/Code/unreportableFailure``.
  @discardableResult
  public func lazy<Proxy: LazyProxy>(_ proxy: Proxy.Type) -> Self where Proxy.ProxiedObject == Value {
    modified(.lazy(ProxyDescription(of: proxy)))
  }
}

extension ProxyDescription {
  init<Proxy: LazyProxy>(of proxy: Proxy.Type) {
    self.init(type: proxy, failure: Proxy.ProxyFailure.self, isMainActor: Proxy.isMainActor) {
      linker, scope in
      let target = linker.deferredDependency(
        Proxy.ProxiedObject.self, isReportingFailure: Proxy.ProxyFailure.self == (any Error).self)
      linker.requireFrameOfOwner()
      return linker.node(
        scope, { frame in Proxy.proxy(for: LazyObject(deferred: target.owned(by: frame?.owner))) }, nil)
    }
  }
}

extension LazyObject {
  /// Creates the object of a graph on first use.
  fileprivate convenience init(deferred target: DeferredDependency<Value>) {
    self.init { () throws(Failure) in
      do {
        return try target.resolve()
      } catch {
        if let failure = error as? Failure { throw failure }
        // The plan has proved that factories throw no other error. The remaining ones are cycles through opaque
        // factories, which it cannot see.
        fatalError("\(AnyKey(Value.self)) could not be made: \(error)")
      }
    }
  }
}

/// The proxy of a protocol, for lazy definitions. The attribute `@LazyProxy` registers one for each protocol it is
/// attached to.
public struct LazyProxyRegistration: Sendable {
  /// The protocol, as in `(any NoteRepository).self`.
  public let interface: any Any.Type
  let dependency: Dependency
  let proxy: ProxyDescription

  /// Creates the registration of a proxy type.
  public init<Proxy: LazyProxy>(_ proxy: Proxy.Type) {
    interface = Proxy.ProxiedObject.self
    dependency = Dependency(Proxy.ProxiedObject.self)
    self.proxy = ProxyDescription(of: proxy)
  }
}

/// A proxy that forwards calls to an object.
///
/// The macros `@LazyProxy`, `@Intercepted` and `@Spied` generate the conformances; there is no use for others.
public protocol Forwarding {
  // A requirement that names a type `Object` or `Failure` of the program must not find these instead.

  /// The type of the object, as in `any NoteRepository`.
  associatedtype ProxiedObject
  /// The error of creating the object.
  associatedtype ProxyFailure: Error

  /// The object, which may be created on first use.
  var _object: LazyObject<ProxiedObject, ProxyFailure> { get }
}
