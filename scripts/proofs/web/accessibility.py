"""Looks for what keeps people from using a page, with axe (https://github.com/dequelabs/axe-core)."""

import json

# The text of axe.min.js; None where it is not installed.
AXE = None
# Rules of WCAG 2.2, levels A and AA, and good practice.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def check(page, name):
    """Fails with the serious and critical findings of a page."""
    if AXE is None:
        return
    if page.run("typeof axe") == "undefined":
        page.run(AXE + "; null")
    found = page.run(f"""axe.run({{ runOnly: {json.dumps(TAGS)}, resultTypes: ['violations'] }}).then((result) =>
        result.violations.map(({{ id, impact, help, nodes }}) => ({{ id, impact, help,
            nodes: nodes.map((node) => node.html.slice(0, 200) + ' ' + node.failureSummary) }})))""")
    serious = [finding for finding in found if finding["impact"] in ("serious", "critical")]
    assert not serious, f"{name}: {json.dumps(serious, indent=1, ensure_ascii=False)}"
