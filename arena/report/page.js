
"use strict";
for (const table of document.querySelectorAll("table.sorted")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") === "descending";
      const key = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent.trim();
      const by = new Intl.Collator("en", { numeric: true });
      const rows = [...table.tBodies[0].rows].sort((a, b) => {
        const x = parseFloat(key(a)), y = parseFloat(key(b));
        return Number.isNaN(x) || Number.isNaN(y) ? by.compare(key(a), key(b)) : x - y;
      });
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      table.tBodies[0].append(...(up ? rows : rows.reverse()));
    });
  });
}
