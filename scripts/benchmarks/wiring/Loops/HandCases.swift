import WiringBenchmarkAssembly
import WiringBenchmarkServices

extension Case {
  static var hand: [Case] {
    let hand = Hand()
    return [
      Case("transient", .hand) { repeated($0) { _ in hand.service().number } },
      Case("singleton", .hand) { repeated($0) { _ in hand.sharedClock().number } },
      Case("chain5", .hand) { repeated($0) { _ in hand.first().number } },
      Case("wide", .hand) { repeated($0) { _ in hand.page().number } },
      Case("argument", .hand) { repeated($0) { index in hand.draft(number: index).number } },
      Case("named", .hand) { repeated($0) { _ in hand.namedService().number } },
      Case("override", .hand) { repeated($0) { _ in hand.replacing(clock: FixedClock()).report().number } },
      Case("thousand", .hand) { repeated($0) { index in HandThousand(number: index).first?.number ?? 0 } },
      Case("proxyCall", .hand) { count in
        let store = hand.lazyStore()
        return repeated(count) { index in store.read(index) }
      },
      Case("provider", .hand) { count in
        let consumer = hand.provider()
        return repeated(count) { _ in consumer.use() }
      },
      Case("decorator", .hand) { repeated($0) { index in hand.decoratedStore().read(index) } },
      Case("interceptor", .hand) { count in
        let store = hand.interceptedStore()
        return repeated(count) { index in store.read(index) }
      },
      Case("taskLocal", .hand) { count in
        HandClock.$current.withValue(FixedClock()) { repeated(count) { _ in HandClock.current.number } }
      },
      Case("twoThreads", .hand) { count in
        try onTwoThreads { repeated(count) { _ in hand.sharedClock().number &+ hand.service().number } }
      },
    ]
  }
}
