import WiringBenchmarkAssembly
import WiringBenchmarkServices

extension Case {
  static var dictionary: [Case] {
    let container = DictionaryContainer.assembled()
    return [
      Case("transient", .dictionary) { repeated($0) { _ in container.resolve((any Service).self).number } },
      Case("singleton", .dictionary) { repeated($0) { _ in container.resolve((any Clock).self).number } },
      Case("chain5", .dictionary) { repeated($0) { _ in container.resolve((any First).self).number } },
      Case("wide", .dictionary) { repeated($0) { _ in container.resolve((any Page).self).number } },
      Case("argument", .dictionary) {
        repeated($0) { index in container.resolve((any Draft).self, argument: index).number }
      },
      Case("named", .dictionary) {
        repeated($0) { _ in container.resolve((any Service).self, name: "named").number }
      },
      Case("override", .dictionary) {
        repeated($0) { _ in
          let scope = DictionaryContainer(parent: container)
          scope.register((any Clock).self) { _ in FixedClock() }
          return scope.resolve((any Report).self).number
        }
      },
      Case("thousand", .dictionary) { repeated($0) { index in DictionaryThousand(number: index).first.number } },
      Case("proxyCall", .dictionary) { count in
        let store = container.lazyStore()
        return repeated(count) { index in store.read(index) }
      },
      Case("provider", .dictionary) { count in
        let consumer = container.resolve(HandConsumer.self)
        return repeated(count) { _ in consumer.use() }
      },
      Case("decorator", .dictionary) {
        repeated($0) { index in container.resolve(LoggingStore.self).read(index) }
      },
      Case("interceptor", .dictionary) { count in
        let store = container.interceptedStore()
        return repeated(count) { index in store.read(index) }
      },
      Case("taskLocal", .dictionary) { count in
        let scope = DictionaryContainer(parent: container)
        scope.register((any Clock).self) { _ in FixedClock() }
        return DictionaryLocal.$current.withValue(scope) {
          repeated(count) { _ in DictionaryLocal.current.resolve((any Clock).self).number }
        }
      },
      Case("twoThreads", .dictionary) { count in
        try onTwoThreads {
          repeated(count) { _ in
            container.resolve((any Clock).self).number &+ container.resolve((any Service).self).number
          }
        }
      },
    ]
  }
}
