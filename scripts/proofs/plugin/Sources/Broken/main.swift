import Wiring
import WiringTools

WiringCommand.runIfRequested { try Plan(Till.self, modules: [ShopModule()]) }
print("open")
