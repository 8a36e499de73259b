/// The decoder of character references in a text, such as `&auml;`, `&#228;` and `&#xE4;`.
///
/// It knows the 252 names of HTML 4, in which people write, and `&apos;`. HTML 5 has two thousand more, most of them for
/// formulas.
enum MarkdownEntities {
  /// Returns the characters that a reference names; `nil` for an unknown name, and for text that is no reference.
  ///
  /// - Parameter reference: The reference from `&` to `;`.
  static func decoded(_ reference: String) -> String? {
    guard reference.hasPrefix("&"), reference.hasSuffix(";") else { return nil }
    let content = reference.dropFirst().dropLast()
    guard content.hasPrefix("#") else { return scalars[content].map { String($0) } }
    let isHexadecimal = content.dropFirst().lowercased().hasPrefix("x")
    let digits = content.dropFirst(isHexadecimal ? 2 : 1)
    guard let number = UInt32(digits, radix: isHexadecimal ? 16 : 10) else { return nil }
    // CommonMark replaces a number that is no character, and zero, which would end a C string.
    guard number != 0, let scalar = Unicode.Scalar(number) else { return "\u{FFFD}" }
    return String(scalar)
  }

  private static let scalars: [Substring: Unicode.Scalar] = {
    var scalars: [Substring: Unicode.Scalar] = [:]
    for (first, names) in ranges {
      for (offset, name) in names.split(separator: " ").enumerated() {
        scalars[name] = Unicode.Scalar(first + UInt32(offset))
      }
    }
    for (name, value) in symbols { scalars[name] = Unicode.Scalar(value) }
    return scalars
  }()

  /// The names of successive characters, with the first of them.
  private static let ranges: [(UInt32, Substring)] = [
    (
      0xA0,
      """
      nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro \
      para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil \
      Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave \
      Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
      igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute \
      thorn yuml
      """
    ),
    (0x391, "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho"),
    (0x3A3, "Sigma Tau Upsilon Phi Chi Psi Omega"),
    (0x3B1, "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho"),
    (0x3C2, "sigmaf sigma tau upsilon phi chi psi omega"),
    (0x2190, "larr uarr rarr darr harr"),
    (0x21D0, "lArr uArr rArr dArr hArr"),
  ]

  private static let symbols: KeyValuePairs<Substring, UInt32> = [
    "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27,
    "OElig": 0x152, "oelig": 0x153, "Scaron": 0x160, "scaron": 0x161, "Yuml": 0x178, "fnof": 0x192, "circ": 0x2C6,
    "tilde": 0x2DC, "thetasym": 0x3D1, "upsih": 0x3D2, "piv": 0x3D6,
    "ensp": 0x2002, "emsp": 0x2003, "thinsp": 0x2009, "zwnj": 0x200C, "zwj": 0x200D, "lrm": 0x200E, "rlm": 0x200F,
    "ndash": 0x2013, "mdash": 0x2014, "lsquo": 0x2018, "rsquo": 0x2019, "sbquo": 0x201A, "ldquo": 0x201C,
    "rdquo": 0x201D, "bdquo": 0x201E, "dagger": 0x2020, "Dagger": 0x2021, "bull": 0x2022, "hellip": 0x2026,
    "permil": 0x2030, "prime": 0x2032, "Prime": 0x2033, "lsaquo": 0x2039, "rsaquo": 0x203A, "oline": 0x203E,
    "frasl": 0x2044, "euro": 0x20AC, "image": 0x2111, "weierp": 0x2118, "real": 0x211C, "trade": 0x2122,
    "alefsym": 0x2135, "crarr": 0x21B5, "forall": 0x2200, "part": 0x2202, "exist": 0x2203, "empty": 0x2205,
    "nabla": 0x2207, "isin": 0x2208, "notin": 0x2209, "ni": 0x220B, "prod": 0x220F, "sum": 0x2211, "minus": 0x2212,
    "lowast": 0x2217, "radic": 0x221A, "prop": 0x221D, "infin": 0x221E, "ang": 0x2220, "and": 0x2227, "or": 0x2228,
    "cap": 0x2229, "cup": 0x222A, "int": 0x222B, "there4": 0x2234, "sim": 0x223C, "cong": 0x2245, "asymp": 0x2248,
    "ne": 0x2260, "equiv": 0x2261, "le": 0x2264, "ge": 0x2265, "sub": 0x2282, "sup": 0x2283, "nsub": 0x2284,
    "sube": 0x2286, "supe": 0x2287, "oplus": 0x2295, "otimes": 0x2297, "perp": 0x22A5, "sdot": 0x22C5,
    "lceil": 0x2308, "rceil": 0x2309, "lfloor": 0x230A, "rfloor": 0x230B, "lang": 0x27E8, "rang": 0x27E9,
    "loz": 0x25CA, "spades": 0x2660, "clubs": 0x2663, "hearts": 0x2665, "diams": 0x2666,
  ]
}
