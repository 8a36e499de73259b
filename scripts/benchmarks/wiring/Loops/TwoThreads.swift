#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Runs the work on two threads at once, and adds up what they return.
func onTwoThreads(_ work: @escaping () throws -> Int) throws -> Int {
  let workers = [Worker(work), Worker(work)]
  let threads = workers.map { $0.start() }
  for thread in threads { pthread_join(thread, nil) }
  return try workers.reduce(0) { try $0 &+ $1.result.get() }
}

private final class Worker {
  private let work: () throws -> Int
  /// Written by the thread, read after it has been joined.
  private(set) var result: Result<Int, any Error> = .success(0)

  init(_ work: @escaping () throws -> Int) {
    self.work = work
  }

  func start() -> pthread_t {
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let code = pthread_create(
      &thread, nil,
      { context in
        #if canImport(Glibc)
          guard let context else { return nil }
        #endif
        let worker = Unmanaged<Worker>.fromOpaque(context).takeRetainedValue()
        worker.result = Result { try worker.work() }
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    precondition(code == 0, "no thread")
    #if canImport(Glibc)
      return thread
    #else
      guard let thread else { preconditionFailure("no thread") }
      return thread
    #endif
  }
}
