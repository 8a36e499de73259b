package import WiringMacros

/// What every object of the benchmark has, so that a loop can use what it got.
package protocol Numbered {
  var number: Int { get }
}

/// Made anew for each consumer.
package protocol Service: Numbered {}

/// Shared by all.
package protocol Clock: Numbered, Sendable {}

/// Shared by all, too.
package protocol Log: Numbered, Sendable {}

/// Made from an argument.
package protocol Draft: Numbered {}

/// Needs a clock, which a scope replaces.
package protocol Report: Numbered {}

/// What is proxied, decorated and intercepted.
@LazyProxy @Intercepted
package protocol Store: Sendable {
  func read(_ index: Int) -> Int
}

/// The objects of a chain: each holds the next.
package protocol First: Numbered {}
package protocol Second: Numbered {}
package protocol Third: Numbered {}
package protocol Fourth: Numbered {}
package protocol Fifth: Numbered {}

/// The objects that a page holds: each holds the clock and the log.
package protocol Header: Numbered {}
package protocol Title: Numbered {}
package protocol Menu: Numbered {}
package protocol Search: Numbered {}
package protocol Feed: Numbered {}
package protocol Editor: Numbered {}
package protocol Preview: Numbered {}
package protocol Sidebar: Numbered {}
package protocol Status: Numbered {}
package protocol Footer: Numbered {}

/// One of a thousand that are found by name; each but the first drives another.
package protocol Gear: Numbered {}

/// Holds ten objects.
package protocol Page: Numbered {}
