package import WiringMacros

@LazyProxy @Intercepted @Spied
package protocol Packaged {
  func call()
}

@LazyProxy @Intercepted @Spied
private protocol Hidden {
  func call()
}

@LazyProxy @Intercepted @Spied
private protocol Secret {
  func call()
}

@LazyProxy @Intercepted @Spied
@available(macOS 26, *)
internal protocol Plain {
  func call()
}

enum Surroundings {
  @LazyProxy @Intercepted @Spied
  protocol Nested {
    func call()
  }
}
