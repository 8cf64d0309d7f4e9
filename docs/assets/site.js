// What the theme leaves without a name, or out of reach of the keyboard.
const mend = () => {
  for (const search of document.querySelectorAll(".md-search")) search.ariaLabel = "Search";
  document.querySelectorAll(".md-code__nav").forEach((nav, index) => (nav.ariaLabel = `Code ${index + 1}`));
  document.querySelectorAll("nav[data-md-level]").forEach((nav, index) => {
    if (!nav.hasAttribute("aria-labelledby")) return;
    const words = document.getElementById(nav.getAttribute("aria-labelledby"))?.textContent.trim() ?? "";
    nav.removeAttribute("aria-labelledby");
    nav.ariaLabel = `${words}, pages ${index + 1}`;
  });
  for (const box of document.querySelectorAll("pre > code, .md-typeset__scrollwrap")) {
    if (box.scrollWidth > box.clientWidth && !box.hasAttribute("tabindex")) box.tabIndex = 0;
  }
};
mend();
addEventListener("load", mend);
addEventListener("resize", mend);
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
