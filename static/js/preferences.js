// Theme and clock that the reader chose, before the first paint; the switches in the footer change them.
(() => {
  const root = document.documentElement;
  const choices = { theme: ["auto", "light", "dark"], clock: ["zone", "utc"] };

  const read = (name) => {
    try {
      const kept = localStorage.getItem(`simpul-${name}`);
      return choices[name].includes(kept) ? kept : choices[name][0];
    } catch {
      return choices[name][0];
    }
  };

  const apply = (name, value) => {
    if (value === choices[name][0]) delete root.dataset[name];
    else root.dataset[name] = value;
  };

  const keep = (name, value) => {
    try {
      localStorage.setItem(`simpul-${name}`, value);
    } catch {
      // Storage is refused: the choice holds for this page.
    }
  };

  for (const name of Object.keys(choices)) apply(name, read(name));

  document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-switch]")) {
      const name = button.dataset.switch;
      let value = read(name);
      const label = () => { button.textContent = button.dataset[value]; };
      label();
      button.addEventListener("click", () => {
        value = choices[name][(choices[name].indexOf(value) + 1) % choices[name].length];
        apply(name, value);
        keep(name, value);
        label();
      });
    }
    for (const group of document.querySelectorAll("[data-preferences]")) group.hidden = false;
  });
})();
