"""Writes the thousand components that the benchmark of the container finds by name, a hundred per file.

Each has the attribute, as the components of a program have, and therefore a linker record.
"""

import sys
from pathlib import Path

FILES = 10
IN_EACH = 100


def gear(number):
    name = f"SGGear{number:04}"
    return f"""
@Component
package final class {name}: Gear {{
  package var next: (any Gear)?
  package var text = ""
  package var size = 0

  package init() {{}}

  package var number: Int {{ (next?.number ?? 0) &+ size }}
}}
"""


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for part in range(FILES):
        path = folder / f"Gears{part}.swift"
        text = "package import WiringMacros\npackage import WiringBenchmarkServices\n"
        text += "".join(gear(part * IN_EACH + index) for index in range(IN_EACH))
        # An unchanged file is not compiled again.
        if not path.exists() or path.read_text() != text:
            path.write_text(text)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
