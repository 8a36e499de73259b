/// A reference that does not retain its object, and can be captured and stored anywhere.
///
/// Unchecked: only `init` writes the reference, and the runtime makes reading a weak one safe.
final class WeakReference<Object: AnyObject> {
  private(set) weak var object: Object?

  init(_ object: Object?) {
    self.object = object
  }
}

extension WeakReference: @unchecked Sendable where Object: Sendable {}
