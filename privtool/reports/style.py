"""The style sheet of a report: light and dark, narrow and wide screens, paper."""

STYLE = """
:root { color-scheme: light dark; --page: #ffffff; --ink: #1b1f24; --soft: #57606a;
  --line: #d0d7de; --grid: #e4e8ec; --band: #f4f6f8; --link: #0550ae;
  --s0: #0072b2; --s1: #d55e00; --s2: #00805c; --s3: #b2558a; --s4: #9a6a00; --s5: #2a7fb0;
  --s6: #57606a; }
@media (prefers-color-scheme: dark) { :root { --page: #14181d; --ink: #e6eaee; --soft: #a4adb6;
  --line: #3b434c; --grid: #2c333b; --band: #1b2127; --link: #79b8ff;
  --s0: #56b4e9; --s1: #f08a4b; --s2: #2fc79a; --s3: #e093bf; --s4: #e8b13a; --s5: #9ad1f2;
  --s6: #c3cad1; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 1rem 1.25rem 4rem; background: var(--page);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; margin: 1rem 0 .5rem; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .5rem; border-bottom: 1px solid var(--line);
  padding-bottom: .25rem; }
p { max-width: 46rem; margin: .5rem 0; }
a { color: var(--link); }
.skip { position: absolute; left: -99rem; }
.skip:focus { position: static; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0; }
figure { margin: 1.25rem 0 .5rem; }
figcaption { font-weight: 600; }
.picture, .table { overflow-x: auto; }
svg { display: block; width: 100%; min-width: 34rem; max-width: 52rem; height: auto; }
svg * { stroke-linejoin: round; stroke-linecap: butt; }
table { border-collapse: collapse; margin: .75rem 0; font-size: .9rem; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .25rem .9rem .25rem 0;
  border-bottom: 1px solid var(--line); max-width: 34rem; }
thead th { color: var(--soft); font-weight: 600; }
tbody th { font-weight: 400; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
thead th.number { text-align: right; }
details { margin: .5rem 0; }
summary { cursor: pointer; font-weight: 600; color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
footer { margin-top: 3rem; color: var(--soft); font-size: .9rem; }
@media print { :root { color-scheme: light; --page: #fff; --ink: #000; --soft: #333; --line: #999;
  --grid: #ddd; --s0: #0072b2; --s1: #d55e00; --s2: #00805c; --s3: #b2558a; --s4: #9a6a00;
  --s5: #2a7fb0; --s6: #57606a; }
  body { max-width: none; padding: 0; font-size: 9pt; } nav, .skip { display: none; }
  figure, tr { break-inside: avoid; } h2, caption { break-after: avoid; }
  .picture, .table { overflow: visible; } svg { min-width: 0; }
  details::details-content { content-visibility: visible; block-size: auto; } }
"""
