public import WiringMacros

/// What every object of the benchmark has, so that a loop can use what it got.
public protocol Numbered {
  var number: Int { get }
}

/// Made anew for each consumer.
public protocol Service: Numbered {}

/// Shared by all.
public protocol Clock: Numbered, Sendable {}

/// Shared by all, too.
public protocol Log: Numbered, Sendable {}

/// Made from an argument.
public protocol Draft: Numbered {}

/// Needs a clock, which a scope replaces.
public protocol Report: Numbered {}

/// What is proxied, decorated and intercepted.
@LazyProxy @Intercepted
public protocol Store: Sendable {
  func read(_ index: Int) -> Int
}

/// The objects of a chain: each holds the next.
public protocol First: Numbered {}
public protocol Second: Numbered {}
public protocol Third: Numbered {}
public protocol Fourth: Numbered {}
public protocol Fifth: Numbered {}

/// The objects that a page holds: each holds the clock and the log.
public protocol Header: Numbered {}
public protocol Title: Numbered {}
public protocol Menu: Numbered {}
public protocol Search: Numbered {}
public protocol Feed: Numbered {}
public protocol Editor: Numbered {}
public protocol Preview: Numbered {}
public protocol Sidebar: Numbered {}
public protocol Status: Numbered {}
public protocol Footer: Numbered {}

/// Holds ten objects.
public protocol Page: Numbered {}
