// "Copy" buttons: <button data-copy="id-of-the-text" data-done="Copied" hidden>Copy</button>
(() => {
  const show = (root) => {
    if (!navigator.clipboard) return;
    for (const button of root.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
  };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy]");
    const source = button && document.getElementById(button.dataset.copy);
    if (!source) return;
    await navigator.clipboard.writeText(source.value ?? source.textContent.trim());
    button.textContent = button.dataset.done || button.textContent;
  });
  document.addEventListener("DOMContentLoaded", () => show(document));
  document.addEventListener("htmx:load", (event) => show(event.detail.elt.parentElement ?? document));
})();
