// Offers the choices that were typed above to the outcomes below, without a round trip.
(() => {
  const offer = () => {
    const list = document.getElementById("offered-choices");
    if (!list) return;
    const texts = [...document.querySelectorAll("[data-choice]")].map((field) => field.value.trim());
    list.replaceChildren(
      ...[...new Set(texts.filter(Boolean))].map((text) => Object.assign(document.createElement("option"), { value: text })),
    );
  };

  document.addEventListener("input", (event) => {
    if (event.target.matches?.("[data-choice]")) offer();
  });
  document.addEventListener("DOMContentLoaded", offer);
})();
