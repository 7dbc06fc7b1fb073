// Editable tables: add a row from the formset's template. Without this script the formset's extra rows serve.
(() => {
  const showButtons = (root) => {
    for (const button of root.querySelectorAll("[data-add-row][hidden]")) button.hidden = false;
  };

  const addRow = (button) => {
    const prefix = button.dataset.addRow;
    const form = button.closest("form");
    const table = form?.querySelector(`[data-formset="${prefix}"]`);
    const total = form?.querySelector(`[name="${prefix}-TOTAL_FORMS"]`);
    const template = table?.querySelector("template");
    if (!table || !total || !template) return;
    const holder = document.createElement("template");
    holder.innerHTML = template.innerHTML.replaceAll("__prefix__", total.value);
    const row = holder.content.querySelector("tr");
    total.value = String(Number(total.value) + 1);
    table.querySelector("tbody").append(row);
    globalThis.htmx?.process(row);
    row.querySelector("input:not([type=hidden]), select, textarea")?.focus();
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-add-row]");
    if (button) addRow(button);
  });
  document.addEventListener("DOMContentLoaded", () => showButtons(document));
  document.addEventListener("htmx:load", (event) => showButtons(event.detail.elt.parentElement ?? document));
})();
