import Synchronization
import Wiring
package import WiringBenchmarkServices
import WiringMacros

/// What the macros made of `Store`.
@inline(never)
package func lazyStore() -> any Store { LazyStore { MemoryStore() } }

@inline(never)
package func interceptedStore() -> any Store { InterceptedStore(MemoryStore(), by: CallCounter()) }

final class CallCounter: Interceptor {
  private let calls = Atomic<Int>(0)

  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    calls.add(1, ordering: .relaxed)
    return try proceed()
  }
}
