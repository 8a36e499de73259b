import Wiring
import WiringDefinitions

// Prints the components that the registry finds.

let registry = ComponentRegistry.linked
for component in registry.components.sorted(by: { $0.typeName < $1.typeName }) {
  print(component.stereotype, component.typeName, component.module)
}
for standIn in registry.proxies { print("LazyProxy", standIn.interface) }
