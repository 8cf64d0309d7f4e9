// Filters of the table of rules. Without a script the table is whole.
const article = location.pathname.replace(/index\.html$/, "").endsWith("/rules/") && document.querySelector("article");
if (article) {
  const tables = [...article.querySelectorAll("table")].filter((table) => table.tHead?.textContent.includes("severity"));
  const rows = tables.flatMap((table) => [...table.tBodies[0].rows]);
  // The theme may have put a table into boxes of its own.
  const headings = tables.map((table) => {
    let node = table;
    while (node.parentElement !== article && !node.previousElementSibling) node = node.parentElement;
    return node.previousElementSibling;
  });
  const form = document.createElement("form");
  form.className = "rule-filters";
  form.setAttribute("aria-label", "Filter the rules");
  form.addEventListener("submit", (event) => event.preventDefault());
  const field = (words, control) => {
    const label = document.createElement("label");
    label.append(words, control);
    form.append(label);
    return control;
  };
  const choice = (words, values) => {
    const select = document.createElement("select");
    for (const value of ["", ...values]) select.add(new Option(value || "all", value));
    return field(words, select);
  };
  const word = field("Word", Object.assign(document.createElement("input"), { type: "search" }));
  const category = choice("Category", headings.map((heading) => heading?.firstChild?.textContent ?? ""));
  const severity = choice("Severity", ["error", "warning", "note"]);
  const fix = choice("Fix", ["any", "safe", "unsafe"]);
  const count = document.createElement("output");
  form.append(count);
  const show = () => {
    let shown = 0;
    tables.forEach((table, index) => {
      let any = false;
      for (const row of table.tBodies[0].rows) {
        const cells = [...row.cells].map((cell) => cell.textContent.trim());
        const fits = (!category.value || category.selectedIndex === index + 1) && (!severity.value || cells[1] === severity.value)
          && (!fix.value || cells[3] === fix.value || (fix.value === "any" && cells[3])) && row.textContent.toLowerCase().includes(word.value.toLowerCase());
        row.hidden = !fits;
        any ||= fits;
        shown += fits ? 1 : 0;
      }
      table.hidden = !any;
      if (headings[index]?.tagName === "H2") headings[index].hidden = !any;
    });
    count.textContent = shown === rows.length ? `${rows.length} rules` : `${shown} of ${rows.length} rules`;
  };
  form.addEventListener("input", show);
  article.querySelector("h2")?.before(form);
  show();
}
