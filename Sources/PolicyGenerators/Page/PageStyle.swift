/// How pages look: readable on a phone, in the dark and on paper.
enum PageStyle {
  /// All colours of text have a contrast of at least 4.5 to 1 with what lies behind them.
  static let rules: StaticString = """
    :root {
      color-scheme: light dark;
      --page: #ffffff; --panel: #f6f7f9; --text: #1b1f24; --quiet: #59616b; --rule: #d5d9df; --link: #0a58ca;
      --good: #0f6a32; --good-back: #e3f4e8; --careful: #7a4d00; --careful-back: #fff0d1;
      --bad: #a3131f; --bad-back: #fde7e8; --neutral: #414a55; --neutral-back: #e9ecf0;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #14171a; --panel: #1d2126; --text: #e7eaee; --quiet: #a3acb7; --rule: #39414b; --link: #8ab8ff;
        --good: #86dba3; --good-back: #14331f; --careful: #f3c56b; --careful-back: #3a2c0c;
        --bad: #ff9ca1; --bad-back: #451a1d; --neutral: #c5ccd5; --neutral-back: #2a3037;
      }
    }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
    body { margin: 0 auto; padding: 1.25rem clamp(0.75rem, 3vw, 2.5rem) 3rem; max-width: 76rem; background: var(--page);
      color: var(--text); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
    h1, h2, h3, h4 { line-height: 1.25; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
    h1 { font-size: 1.75rem; }
    h2 { font-size: 1.35rem; padding-top: 0.75rem; border-top: 1px solid var(--rule); margin-top: 2.25rem; }
    h3 { font-size: 1.1rem; margin-top: 1.75rem; }
    h4 { font-size: 1rem; margin-top: 1.25rem; }
    p { margin: 0.4rem 0; max-width: 72ch; overflow-wrap: anywhere; }
    ul { margin: 0.4rem 0; padding-left: 1.2rem; }
    main > section > ul > li { max-width: 72ch; overflow-wrap: anywhere; }
    td ul, th ul { margin: 0; padding: 0; list-style: none; }
    td li + li, th li + li { margin-top: 0.2rem; }
    a { color: var(--link); text-underline-offset: 0.15em; }
    a:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
    code { font: 0.875em/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
      overflow-wrap: anywhere; unicode-bidi: isolate; }
    .lead, .quiet { color: var(--quiet); }
    .line { color: var(--quiet); font-size: 0.8em; white-space: nowrap; margin-left: 0.35em; }
    a.line { display: inline-block; min-width: 1.5rem; line-height: 1.5rem; }
    span.line { white-space: normal; overflow-wrap: anywhere; }
    .badge { display: inline-block; padding: 0 0.5em; border-radius: 0.75em; font-size: 0.8125rem; font-weight: 600;
      white-space: nowrap; overflow-wrap: normal;
      color: var(--neutral); background: var(--neutral-back); }
    .badge.good { color: var(--good); background: var(--good-back); }
    .badge.careful { color: var(--careful); background: var(--careful-back); }
    .badge.bad { color: var(--bad); background: var(--bad-back); }
    h3 .badge, h4 .badge { vertical-align: 0.1em; }
    h3 code, h4 code { font-size: 1em; }
    h3 .line, h3 .quiet, h4 .line, h4 .quiet { font-weight: 400; }
    td[colspan]::before { content: "both"; float: left; margin: 0.2em 0.6em 0 0; padding: 0 0.4em; border: 1px solid var(--rule);
      border-radius: 0.6em; font-size: 0.75rem; line-height: 1.4; color: var(--quiet); }
    nav ul { display: flex; flex-wrap: wrap; gap: 0.35rem 1.25rem; list-style: none; padding: 0; margin: 1rem 0 0; }
    nav a { display: inline-block; padding: 0.25rem 0; }
    table { width: 100%; border-collapse: collapse; margin: 0.75rem 0 1.25rem; font-size: 0.9375rem; }
    caption { text-align: left; color: var(--quiet); font-size: 0.875rem; padding-bottom: 0.35rem; }
    th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem; border-bottom: 1px solid var(--rule);
      overflow-wrap: anywhere; }
    thead th { font-size: 0.8125rem; color: var(--quiet); background: var(--panel); border-top: 1px solid var(--rule);
      overflow-wrap: normal; }
    tbody th { font-weight: 600; min-width: 3rem; max-width: 18rem; }
    table.sides thead th:first-child { width: 22%; }
    table.sides thead th + th { width: 39%; }
    table.ordered thead th:first-child { width: 3.5rem; }
    table.ordered thead th:nth-child(2) { width: 34%; }
    table.ordered thead th:nth-child(3) { width: 14rem; }
    table.ordered thead th:last-child { width: 11rem; }
    tbody tr.bad > th:first-child { box-shadow: inset 3px 0 var(--bad); }
    tbody tr.careful > th:first-child { box-shadow: inset 3px 0 var(--careful); }
    tbody tr.good > th:first-child { box-shadow: inset 3px 0 var(--good); }
    details { display: inline-block; max-width: 100%; vertical-align: top; }
    summary { cursor: pointer; }
    details[open] > code { display: block; margin: 0.25rem 0; }
    footer { margin-top: 3rem; border-top: 1px solid var(--rule); padding-top: 0.5rem; color: var(--quiet); font-size: 0.875rem; }
    @media (max-width: 44rem) {
      h1 { font-size: 1.5rem; }
      table:not(.numbers) thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      table:not(.numbers), table:not(.numbers) :is(caption, tbody, tr, th, td) { display: block; width: auto; }
      table.numbers :is(th, td) { padding: 0.3rem 0.4rem; max-width: none; }
      table.sides thead th, table.ordered thead th { width: auto !important; }
      table:not(.numbers) tbody tr { border: 1px solid var(--rule); border-radius: 0.5rem; margin-bottom: 0.6rem; overflow: hidden; }
      table:not(.numbers) :is(tbody th, tbody td) { border: 0; padding: 0.35rem 0.75rem; max-width: none; }
      table:not(.numbers) tbody th { background: var(--panel); }
      table:not(.numbers) tbody td::before { content: attr(data-column); display: block; float: none; margin: 0; padding: 0; border: 0;
        font-size: 0.75rem; font-weight: 600; color: var(--quiet); }
      .line, nav a { padding: 0.2rem 0; }
    }
    @media print {
      :root { color-scheme: light; --page: #fff; --panel: #fff; --text: #000; --quiet: #444; --rule: #999; --link: #000;
        --good: #000; --good-back: #fff; --careful: #000; --careful-back: #fff; --bad: #000; --bad-back: #fff;
        --neutral: #000; --neutral-back: #fff; }
      html { font-size: 9.5pt; }
      body { max-width: none; padding: 0; }
      th, td { padding: 0.2rem 0.4rem; }
      nav { display: none; }
      .badge { border: 1px solid #666; }
      thead { display: table-header-group; }
      tr, h2, h3, h4, caption { break-inside: avoid; }
      h2, h3, h4, caption { break-after: avoid; }
      details::details-content { display: block; content-visibility: visible; }
      summary { list-style: none; }
    }
    @media (forced-colors: active) { .badge { border: 1px solid; } }
    """
}
