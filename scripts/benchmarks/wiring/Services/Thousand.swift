/// One of a thousand types, by its three digits.
package final class Item<Hundreds, Tens, Ones>: Numbered {
  package let number: Int
  package init(number: Int) { self.number = number }
}

package enum D0 {}
package enum D1 {}
package enum D2 {}
package enum D3 {}
package enum D4 {}
package enum D5 {}
package enum D6 {}
package enum D7 {}
package enum D8 {}
package enum D9 {}
