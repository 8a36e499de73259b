#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A mutex around a value, with a condition that threads can wait for, which the standard library's `Mutex` lacks.
///
/// The thread sanitizer supports POSIX locks, but reports false races in the slow path of `Mutex` on Linux.
///
/// Unchecked: `value` is accessed inside ``withLock(_:)`` only, between `pthread_mutex_lock` and `pthread_mutex_unlock`, or by the
/// `deinit` of its owner, when no other thread has a reference. No
/// access spans ``wait()``, which releases the lock, since each access is a statement by itself: that is also why the runtime
/// need not check their exclusivity. The two POSIX objects have
/// fixed addresses until `deinit`, when no thread can be inside, since it would hold a reference.
final class ConditionMutex<Value>: @unchecked Sendable {
  /// The mutex, which shares one allocation with the condition after it.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  /// The protected value. Access it inside ``withLock(_:)`` only.
  @exclusivity(unchecked) var value: Value

  init(_ value: Value) {
    self.value = value
    let offset = MemoryLayout<pthread_mutex_t>.stride
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: offset + MemoryLayout<pthread_cond_t>.stride, alignment: 16)
    mutex = memory.initializeMemory(as: pthread_mutex_t.self, to: pthread_mutex_t())
    condition = (memory + offset).initializeMemory(as: pthread_cond_t.self, to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    UnsafeMutableRawPointer(mutex).deallocate()
  }

  func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Releases the lock until the next ``broadcast()``, or until a spurious wakeup. Call it inside ``withLock(_:)`` only.
  func wait() {
    pthread_cond_wait(condition, mutex)
  }

  /// Wakes all threads that wait.
  func broadcast() {
    pthread_cond_broadcast(condition)
  }
}

/// The identity of a thread.
struct ThreadIdentity: Hashable, Sendable {
  private let bits: UInt

  /// The identity of the current thread.
  static var current: ThreadIdentity {
    #if canImport(Glibc) || canImport(Android)
      ThreadIdentity(bits: UInt(pthread_self()))
    #else
      ThreadIdentity(bits: UInt(bitPattern: pthread_self()))
    #endif
  }
}
