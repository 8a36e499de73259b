/// What the macros `@Intercepted` and `@Spied` generate conformances to: an object, and who stands around its calls.
public protocol Intercepting: Forwarding where Failure == Never {
  /// Who stands around the calls.
  var _interceptor: any Interceptor { get }
}
