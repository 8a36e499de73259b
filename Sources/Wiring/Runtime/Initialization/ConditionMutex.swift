#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A value behind a lock on which threads can also wait, which the standard library's `Mutex` does not candidate. The thread
/// sanitizer knows POSIX locks, too, and sees races in the slow path of `Mutex` on Linux that are none.
///
/// Unchecked: `value` is touched inside ``withLock(_:)`` only, between `pthread_mutex_lock` and `pthread_mutex_unlock`.
/// Waiting gives the lock back for its duration; no access to `value` spans it, since each is a statement of its own. The
/// two POSIX objects live at fixed addresses until `deinit`, when no thread can be inside, since it would hold a reference.
final class ConditionMutex<Value>: @unchecked Sendable {
  /// One allocation for both: the mutex, and behind it the condition.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  /// To be used inside ``withLock(_:)`` only.
  var value: Value

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

  /// Gives the lock back until the next ``broadcast()``, or sooner. To be used inside ``withLock(_:)`` only.
  func wait() {
    pthread_cond_wait(condition, mutex)
  }

  func broadcast() {
    pthread_cond_broadcast(condition)
  }
}

/// The thread that runs.
struct ThreadIdentity: Hashable, Sendable {
  private let bits: UInt

  static var current: ThreadIdentity {
    #if canImport(Glibc) || canImport(Android)
      ThreadIdentity(bits: UInt(pthread_self()))
    #else
      ThreadIdentity(bits: UInt(bitPattern: pthread_self()))
    #endif
  }
}
