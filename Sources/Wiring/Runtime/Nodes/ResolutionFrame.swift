internal import CWiringRecords

/// The state of one resolution: the objects of ``Scope/graph``, the opaque factories that are running, and the ``Owned`` objects
/// whose consumers do not exist yet.
///
/// Created only for a resolution that needs it, and used by one thread or task at a time.
@usableFromInline package final class ResolutionFrame {
  // Identities are retained: the address of a deallocated one could become that of another.
  private var instances: [(identity: NodeIdentity, box: AnyObject)] = []
  private var running: [(identity: NodeIdentity, key: AnyKey)] = []
  /// The stop hooks of complete ``Owned`` objects, in the order of creation. A factory that throws before their consumers exist
  /// would leave them without an owner.
  private var pending: [StopList] = []
  /// The stop hooks of the ``Owned`` object that this resolution creates a part of; `nil` in other resolutions.
  let owner: StopList?

  /// Creates a frame for a resolution.
  init(owner: StopList? = nil) {
    self.owner = owner
  }

  /// Creates a frame for the objects that an ``Owned`` one consists of.
  ///
  /// - Parameter outer: The frame of the resolution that requests the owned object. Its running factories run around this
  ///   resolution, too, so that a cycle through both is detected.
  init(owner: StopList, within outer: ResolutionFrame?) {
    self.owner = owner
    running = outer?.running ?? []
  }

  /// Returns the object that this resolution created for a binding; `nil` before it did.
  ///
  /// The downcast is sound: an identity belongs to one binding, whose objects all have one type.
  func instance<Value>(at identity: NodeIdentity) -> Value? {
    for instance in instances where instance.identity === identity {
      return unsafeDowncast(instance.box, to: HeapBox<Value>.self).value
    }
    return nil
  }

  func store<Value>(_ value: Value, at identity: NodeIdentity) {
    instances.append((identity, HeapBox(value)))
  }

  /// Runs an opaque factory.
  ///
  /// - Throws: ``ResolutionError`` when the factory is running already, otherwise the error of the body.
  func run<Value>(_ key: AnyKey, at identity: NodeIdentity, body: () throws -> Value) throws -> Value {
    guard !running.contains(where: { $0.identity === identity }) else {
      throw ResolutionError(.circular(running.map(\.key) + [key]))
    }
    // A factory that creates its own object through a handle begins another resolution each time.
    guard wiring_remaining_stack() > ResolutionError.reservedStack else { throw ResolutionError(.endless([key])) }
    running.append((identity, key))
    defer { running.removeLast() }
    return try body()
  }
}

/// The resolutions that begin with a frame.
extension ResolutionFrame {
  /// Begins a resolution. When it fails, the ``Owned`` objects without a consumer are stopped in a task of their own.
  ///
  /// - Parameter owner: The stop hooks of the ``Owned`` object that the resolution creates a part of.
  static func begin<Value>(
    owner: StopList? = nil, _ body: (ResolutionFrame) throws -> Value
  ) rethrows -> Value {
    let frame = ResolutionFrame(owner: owner)
    return try frame.undoing { try body(frame) }
  }

  /// Begins a resolution. When it fails, the ``Owned`` objects without a consumer are stopped first.
  static func begin<Value>(
    owner: StopList? = nil, _ body: (ResolutionFrame) async throws -> Value
  ) async rethrows -> Value {
    let frame = ResolutionFrame(owner: owner)
    do { return try await body(frame) } catch {
      _ = await StopList(of: frame.takePending()).run()
      throw error
    }
  }

  /// Runs a part of the resolution. When it fails, the ``Owned`` objects that it created are stopped in a task of their own, and
  /// the shared objects that may have them are forgotten.
  func undoing<Value>(_ body: () throws -> Value) rethrows -> Value {
    let (ownedCount, instanceCount) = (pending.count, instances.count)
    do { return try body() } catch {
      let owned = takePending(after: ownedCount)
      if !owned.isEmpty { instances.removeLast(instances.count - instanceCount) }
      StopList(of: owned).runInBackground()
      throw error
    }
  }

  /// Adds the stop hooks of a complete ``Owned`` object.
  func add(_ complete: StopList) { pending.append(complete) }

  /// Removes and returns what ``add(_:)`` added after a number of others.
  func takePending(after count: Int = 0) -> [StopList] {
    defer { pending.removeLast(pending.count - count) }
    return Array(pending[count...])
  }
}

/// The access of an opaque factory to its container.
@usableFromInline struct ResolverSource: Sendable {
  let key: AnyKey
  let identity = NodeIdentity()
  /// The container, which owns the node.
  let reference: WeakReference<Container>

  /// Runs the factory with a resolver, which is closed afterwards.
  @usableFromInline
  func withResolver<Value>(_ frame: ResolutionFrame?, _ body: (Resolver) throws -> Value) throws -> Value {
    guard let frame else { return try ResolutionFrame.begin { try withResolver($0, body) } }
    guard let container = reference.object else { throw ResolutionError(.graphGone(key)) }
    let resolver = Resolver(key: key, container: container, frame: frame)
    defer { resolver.close() }
    return try frame.run(key, at: identity) { try body(resolver) }
  }
}

/// An identity that distinguishes a node from the others of its container.
final class NodeIdentity: Sendable {}
