// Prints in light colours with every section unfolded, and restores the page afterwards.
const root = document.documentElement;
let restore = (): void => undefined;

addEventListener("beforeprint", () => {
  const theme = root.dataset.theme;
  const folded = [...document.querySelectorAll<HTMLDetailsElement>("main details:not([open])")];
  root.dataset.theme = "light";
  for (const one of folded) one.open = true;
  restore = () => {
    root.dataset.theme = theme;
    for (const one of folded) one.open = false;
  };
});
addEventListener("afterprint", () => restore());
