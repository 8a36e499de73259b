extension GraphPage {
  /// The page's looks, by light and by dark, on a screen and on paper.
  static let style = #"""
    :root {
      --ground: #f6f7f9; --card: #ffffff; --ink: #16181d; --quiet: #5b6270; --line: #e1e4ea; --edge: #b3bac6;
      --accent: #1f6feb; --accent-ink: #ffffff; --bad: #c92a2a; --bad-ground: #fdeeee;
      --lightness: 0.62; --chroma: 0.14; --tint: 7%;
      --code: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
      --text: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif;
      color-scheme: light dark; font: 14px/1.45 var(--text); color: var(--ink); background: var(--ground);
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #0f1115; --card: #1a1d24; --ink: #e9ebf0; --quiet: #9aa3b2; --line: #2a2f39; --edge: #4a5261;
        --accent: #6ea8fe; --accent-ink: #0b1220; --bad: #ff7b7b; --bad-ground: #331b1e;
        --lightness: 0.72; --chroma: 0.13; --tint: 12%;
      }
    }
    * { box-sizing: border-box; }
    body { margin: 0; }
    [hidden] { display: none !important; }
    h1, h2, h3, p, ul, ol, dl, dd, fieldset { margin: 0; padding: 0; border: 0; }
    h1 { font-size: 16px; line-height: 1.2; }
    h2 { font-size: 14px; }
    h3 { font-size: 12px; color: var(--quiet); font-weight: 600; }
    ul, ol { list-style: none; }
    b { font-weight: 500; color: var(--quiet); font-variant-numeric: tabular-nums; }
    a { color: var(--accent); text-decoration: none; }
    a:hover { text-decoration: underline; }
    .key { font-family: var(--code); overflow-wrap: anywhere; }
    .hint { color: var(--quiet); }
    .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    .skip { position: absolute; left: -999px; z-index: 9; padding: 8px 12px; background: var(--card); }
    .skip:focus { left: 8px; top: 8px; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    button, .button, input, .switch {
      font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px;
    }
    button, .button { padding: 5px 12px; cursor: pointer; }
    button:hover, .button:hover { border-color: var(--edge); text-decoration: none; }
    .button { color: var(--ink); }
    kbd {
      font: 11px var(--code); color: var(--quiet); padding: 1px 5px; border: 1px solid var(--line); border-radius: 5px;
      background: var(--ground);
    }

    header {
      display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; padding: 10px 20px; min-height: 58px;
      background: var(--card); border-bottom: 1px solid var(--line);
    }
    header p { color: var(--quiet); font-size: 12px; }
    #tools { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; flex: 1; justify-content: flex-end; }
    .search { position: relative; flex: 0 1 380px; min-width: 180px; }
    .search input { width: 100%; padding: 6px 34px 6px 12px; background: var(--ground); }
    .search kbd { position: absolute; right: 9px; top: 8px; pointer-events: none; }
    .search input:focus ~ kbd { display: none; }
    #matches {
      position: absolute; z-index: 5; top: calc(100% + 6px); left: 0; right: 0; max-height: 60vh; overflow: auto;
      padding: 6px; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
      box-shadow: 0 12px 32px rgb(0 0 0 / 0.18);
    }
    #matches li { padding: 5px 10px; border-radius: 6px; cursor: pointer; }
    #matches li > * { display: block; }
    #matches .key { font-size: 13px; }
    #matches small { color: var(--quiet); }
    #matches [aria-selected=true], #matches [role=option]:hover { background: var(--ground); }
    #matches [aria-selected=true] { outline: 1px solid var(--accent); }
    .switch { display: flex; align-items: center; padding: 2px; background: var(--ground); }
    .switch legend { float: left; padding: 0 8px 0 10px; color: var(--quiet); font-size: 12px; }
    .switch label { position: relative; cursor: pointer; }
    .switch input { position: absolute; opacity: 0; }
    .switch span { display: block; padding: 3px 10px; border-radius: 6px; }
    .switch :checked + span { background: var(--card); box-shadow: 0 1px 2px rgb(0 0 0 / 0.16); font-weight: 600; }
    .switch :focus-visible + span { outline: 2px solid var(--accent); }

    .drawn main { display: flex; height: calc(100vh - 58px); min-height: 480px; }
    #stage { position: relative; flex: 1; min-width: 0; }
    #side, .drawn #problems {
      flex: none; width: 310px; overflow: auto; scrollbar-width: thin; background: var(--card);
    }
    #side { border-left: 1px solid var(--line); font-size: 13px; }
    #side section { padding: 16px 20px; border-bottom: 1px solid var(--line); }
    #side h2 { margin-bottom: 10px; }
    #side h3 { margin: 16px 0 4px; display: flex; justify-content: space-between; }
    #side h2.key { font-size: 15px; }
    #side dl div { display: flex; gap: 12px; padding: 2px 0; }
    #side dt { flex: none; width: 84px; color: var(--quiet); }
    #side dd { overflow-wrap: anywhere; }
    #side .links .key, .path { font-size: 12.5px; }
    .links li { padding: 2px 0; color: var(--quiet); }
    .path { font-family: var(--code); overflow-wrap: anywhere; }
    .path li + li::before { content: "→ "; color: var(--quiet); }
    #legend li { display: flex; gap: 8px; align-items: center; padding: 2px 0; }
    #legend span { flex: 1; overflow-wrap: anywhere; }
    #legend + .signs { margin-top: 12px; }
    .signs { color: var(--quiet); }
    .signs li { display: flex; gap: 8px; align-items: center; padding: 2px 0; }
    body:not(:has(#problems)) .if-problem { display: none; }
    .swatch {
      width: 12px; height: 12px; border-radius: 4px; background: oklch(var(--lightness) var(--chroma) var(--hue));
    }
    .sign { width: 22px; height: 13px; border: 1px solid var(--edge); border-radius: 4px; }
    .sign.root { border: 2px solid var(--ink); }
    .sign.value { border-radius: 7px; }
    .sign.opaque { border-style: dashed; border-color: var(--quiet); }
    i.line { width: 22px; border-top: 2px solid var(--edge); }
    i.line.deferred { border-top-style: dashed; border-color: var(--quiet); }
    i.line.bad { border-color: var(--bad); }
    #keys dt { width: 116px; }

    #problems { padding: 16px; border-right: 1px solid var(--line); background: var(--card); }
    .drawn #problems { width: 340px; }
    #problems h2 { color: var(--bad); font-size: 16px; }
    #problems > p { color: var(--quiet); margin-bottom: 12px; }
    .problem {
      margin-bottom: 12px; padding: 12px; border: 1px solid var(--line); border-left: 4px solid var(--bad);
      border-radius: 8px; font-size: 13px; overflow-wrap: anywhere;
    }
    .drawn .problem { cursor: pointer; }
    .drawn .problem:hover, .problem.current { background: var(--bad-ground); }
    .problem h3, .problem h3 button { color: var(--ink); font-size: 14px; text-align: left; }
    .problem h3 button { all: unset; cursor: pointer; font-weight: 600; }
    .problem h3 button:focus-visible { outline: 2px solid var(--accent); outline-offset: 4px; border-radius: 2px; }
    .code { display: block; color: var(--bad); font-size: 12px; font-weight: 600; }
    .problem .place { color: var(--quiet); font: 12px var(--code); margin: 4px 0 8px; }
    .problem .path { margin-bottom: 8px; }
    .problem .path li { display: inline; }
    .problem .path li + li::before { content: " → "; }
    .fixes { color: var(--quiet); }
    .fixes li { padding-left: 16px; text-indent: -16px; }
    .fixes li::before { content: "↳ "; }

    #picture {
      display: block; width: 100%; height: 100%; touch-action: none; user-select: none; cursor: grab; outline: none;
    }
    #picture:active { cursor: grabbing; }
    .node { cursor: pointer; outline: none; --tone: oklch(var(--lightness) var(--chroma) var(--hue)); }
    .plain { --chroma: 0.01; }
    .card {
      fill: color-mix(in oklab, var(--tone) var(--tint), var(--card));
      stroke: color-mix(in oklab, var(--tone) 45%, var(--card));
    }
    .bar { fill: var(--tone); }
    .node text { fill: var(--ink); font: 11px var(--text); }
    .node .key { font: 600 12.5px var(--code); }
    .node .about { fill: var(--quiet); }
    .node.root .card { stroke: var(--ink); stroke-width: 2; }
    .node.opaque .card { stroke-dasharray: 5 3; stroke: var(--quiet); }
    .node:hover .card { stroke: var(--tone); }
    .node.bad .card { stroke: var(--bad); stroke-width: 2; }
    .node.missing .card { fill: var(--bad-ground); stroke-dasharray: 6 4; }
    .node.missing .bar { fill: var(--bad); }
    .node.missing .about { fill: var(--bad); }
    .node.selected .card { stroke: var(--accent); stroke-width: 3; }
    .node:focus-visible .card { stroke: var(--accent); stroke-width: 3; }
    #picture .line { fill: none; stroke: var(--edge); stroke-width: 1.4; }
    #picture .line.deferred { stroke-dasharray: 6 5; }
    .arrow { fill: var(--edge); }
    .lit-only .line, .lit-only .arrow { opacity: 0.25; }
    .lit-only .node:not(.lit) { opacity: 0.22; }
    #picture .line.back, #picture .line.bad { stroke: var(--bad); stroke-width: 2; }
    .arrow.bad { fill: var(--bad); }
    #picture .line.lit { stroke: var(--quiet); stroke-width: 1.8; opacity: 1; }
    .arrow.lit { fill: var(--quiet); opacity: 1; }
    #picture .line.way { stroke: var(--accent); stroke-width: 2.6; opacity: 1; }
    .arrow.way { fill: var(--accent); opacity: 1; }
    #picture .line.bad.lit { stroke: var(--bad); }
    .arrow.bad.lit { fill: var(--bad); }
    .far .node text { display: none; }
    .far .card { fill: color-mix(in oklab, var(--tone) 60%, var(--card)); }
    .far .missing .card { fill: var(--bad); }
    #picture.far .line { vector-effect: non-scaling-stroke; stroke-width: 0.8; }
    #picture.far .line:is(.lit, .bad, .back, .way) { stroke-width: 2; }
    .zoom { position: absolute; right: 16px; bottom: 16px; display: flex; box-shadow: 0 2px 8px rgb(0 0 0 / 0.08); }
    .zoom button { min-width: 38px; border-radius: 0; margin-left: -1px; }
    .zoom button:first-child { border-radius: 8px 0 0 8px; }
    .zoom button:last-child { border-radius: 0 8px 8px 0; }

    #table { padding: 24px 20px 40px; background: var(--card); border-top: 1px solid var(--line); outline: none; }
    #table h2 { margin-bottom: 12px; font-size: 16px; }
    noscript p { margin-bottom: 12px; color: var(--quiet); }
    .scroll { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; font-size: 13px; }
    th, td { padding: 6px 12px 6px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
    thead th { color: var(--quiet); font-weight: 600; white-space: nowrap; }
    tbody th, td:nth-child(7) { font: 12.5px/1.5 var(--code); }
    td:nth-child(7) { width: 32%; }
    td a { white-space: nowrap; }
    tr:target { background: var(--ground); }

    @media (max-width: 900px) {
      .drawn main { flex-direction: column; height: auto; }
      #stage { flex: none; height: 68vh; }
      #side, .drawn #problems { width: auto; border: 0; border-bottom: 1px solid var(--line); }
      #keys { display: none; }
    }
    @media print {
      @page { size: landscape; margin: 12mm; }
      :root {
        --ground: #fff; --card: #fff; --ink: #000; --quiet: #444; --line: #ccc; --edge: #888;
        --tint: 7%; --lightness: 0.62;
      }
      .skip, #tools, .zoom, #details, #keys { display: none !important; }
      .drawn main { display: block; height: auto; }
      #stage { height: 120mm; break-inside: avoid; }
      #legend, .signs { columns: 3; }
      #side section { padding: 8px 0; border: 0; break-inside: avoid; }
      table { font-size: 11px; }
      tbody th, td:nth-child(7) { font-size: 10.5px; }
      #side, .drawn #problems { width: auto; border: 0; overflow: visible; }
      .problem, tr { break-inside: avoid; }
      .scroll { overflow: visible; }
      #table { break-before: page; padding: 0; border: 0; }
      a { color: inherit; }
    }
    """#
}
