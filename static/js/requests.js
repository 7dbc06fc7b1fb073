// What htmx leaves to us: say when the server did not answer, and move the focus to what is wrong.
(() => {
  const say = (text, identifier) => {
    const place = document.getElementById("requests");
    if (!place) return;
    place.replaceChildren();
    if (!text) return;
    const box = document.createElement("div");
    box.className = "notice is-error";
    const words = document.createElement("p");
    words.textContent = text;
    if (identifier) {
      const code = document.createElement("code");
      code.textContent = ` ${identifier}`;
      words.append(code);
    }
    box.append(words);
    place.append(box);
  };

  const focusProblem = (root) => {
    const summary = root.matches?.("[data-focus]") ? root : root.querySelector?.("[data-focus]");
    summary?.focus();
  };

  document.addEventListener("htmx:responseError", (event) => {
    const { xhr } = event.detail;
    const place = document.getElementById("requests");
    const text = xhr.status >= 500 ? place?.dataset.failed : place?.dataset.refused;
    say(text, xhr.status >= 500 ? xhr.getResponseHeader("X-Request-ID") : "");
  });
  document.addEventListener("htmx:sendError", () => say(document.getElementById("requests")?.dataset.offline));
  document.addEventListener("htmx:afterOnLoad", (event) => {
    if (event.detail.xhr.status < 400) say("");
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.xhr?.status === 422) focusProblem(event.detail.elt.isConnected ? event.detail.elt : document);
  });
  document.addEventListener("DOMContentLoaded", () => focusProblem(document));
})();
