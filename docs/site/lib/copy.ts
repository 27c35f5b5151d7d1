import { BUTTON } from "./copied-code.ts";

// Makes the copy buttons, which the pages do not repeat.
for (const code of document.querySelectorAll(".expressive-code figure > pre:last-child"))
  code.insertAdjacentHTML("afterend", BUTTON);

// Gives a copy button the text of its block before its own listener asks for it: the pages do not repeat it.
addEventListener(
  "click",
  ({ target }) => {
    const button = (target as Element).closest<HTMLElement>(".copy button");
    if (!button || button.dataset.code !== undefined) return;
    const lines = [...(button.closest("figure")?.querySelectorAll(".ec-line") ?? [])];
    button.dataset.code = lines.map((line) => (line.textContent ?? "").replace(/\n$/, "")).join("\u007f");
  },
  true,
);
