import Wiring

// Prints what the program finds of itself.

let registry = ComponentRegistry.linked
for component in registry.components.sorted(by: { $0.typeName < $1.typeName }) {
  print(component.stereotype, component.typeName, component.module)
}
for standIn in registry.standIns { print("LazyProxy", standIn.interface) }
