import WiringMacros

protocol Plain {
  func call()
}

@LazyProxy protocol Child: Plain {
  func more()
}
