/** Renders results into the page, always as text and never as markup, because input may be hostile. */

import { ERROR_TEXTS } from "../../../src/errors/texts/index.ts";
import { verify } from "../../../src/signature/edge.ts";
import { firstDifference, hexRows } from "./bytes.ts";
import { encodings } from "./encodings.ts";
import { findHints } from "./hints.ts";
import type { Parts } from "./parts.ts";
import type { Given, Judged } from "./signature.ts";
import { shellSnippet, typescriptSnippet } from "./snippet.ts";

/** Bytes shown from the start, and from the end of a longer body. */
const [HEAD, TAIL] = [128, 32];

export function showVerdict(out: HTMLElement, judged: Judged | undefined, because: readonly string[]): void {
  const { verdict } = judged ?? {};
  out.dataset["ok"] = String(verdict?.ok ?? false);
  out.dataset["code"] = verdict && !verdict.ok ? verdict.code : "";
  out.dataset["secretIndex"] = verdict?.ok ? String(verdict.secretIndex) : "";
  const lines = verdictLines(judged, because);
  // Updated only on change, because a screen reader announces every update.
  if (lines.map(({ textContent }) => textContent).join("") !== out.textContent) out.replaceChildren(...lines);
}

function verdictLines(judged: Judged | undefined, because: readonly string[]): HTMLElement[] {
  if (!judged) return [line("p", "The body cannot be read, so there is nothing to judge.")];
  const { verdict, secrets } = judged;
  if (verdict.ok) {
    const which = secrets.length > 1 ? ` Secret ${verdict.secretIndex + 1} of ${secrets.length} made it.` : "";
    return [line("p", `The signature holds.${which}`)];
  }
  const { means, fix } = ERROR_TEXTS[verdict.code];
  const title = line("p", "The signature does not hold: ");
  title.append(line("code", verdict.code));
  return [title, ...[means, fix, ...because].map((text) => line("p", text))];
}

export function showCompared(out: HTMLElement, judged: Judged | undefined): void {
  const { header = "", computed = [] } = judged ?? {};
  const best = computed[judged?.verdict.ok ? judged.verdict.secretIndex : 0];
  const at = best === undefined ? -1 : firstDifference(best, header.toLowerCase());
  out.replaceChildren(
    line("dt", "expected: made of these bytes and the secret"),
    marked("dd", best ?? "(nothing, because the secret is empty)", at),
    line("dt", "received: the header"),
    marked("dd", header || "(nothing)", header ? at : -1),
    line("dt", "first difference"),
    line("dd", best === undefined ? "not to be told" : at < 0 ? "none" : `at character ${at + 1}`),
  );
}

export function showBytes({ count, hints, hex }: Parts, bytes: Uint8Array | undefined): void {
  const { length } = bytes ?? [];
  count.textContent = length === 1 ? "1 byte" : `${length} bytes`;
  hints.replaceChildren(...(bytes ? findHints(bytes) : []).map((text) => line("li", text)));
  const rows = bytes ? hexRows(bytes, 0, length > HEAD + TAIL ? HEAD : length) : [];
  const end = bytes && length > HEAD + TAIL ? hexRows(bytes, length - TAIL, length) : [];
  const left = length - HEAD - TAIL;
  hex.replaceChildren(
    ...[...rows, ...(end.length > 0 ? [left === 1 ? "1 byte left out" : `${left} bytes left out`] : []), ...end].map(
      (row) => line("span", row),
    ),
  );
}

export function showSnippets({ shell, typescript }: Parts, judged: Judged | undefined): void {
  shell.textContent = judged ? shellSnippet(judged.bytes, judged.header) : "";
  typescript.textContent = judged ? typescriptSnippet(judged.bytes, judged.header) : "";
}

/** A table of what common encoders make of the body, with the bytes around the first difference. */
export async function showEncodings(out: HTMLElement, { bytes, header, secrets }: Given): Promise<void> {
  const found = encodings(bytes);
  if (found.length === 0) {
    out.replaceChildren(line("p", "The body is not JSON, so no program would encode it again."));
    return;
  }
  out.replaceChildren();
  for (const { name, bytes: after } of found) {
    const { ok } = await verify(after, header, secrets);
    const at = firstDifference(bytes, after);
    const size = `${bytes.length} bytes before, ${after.length} after`;
    const verdict = ok ? "the signature holds" : "the signature does not hold";
    const section = document.createElement("div");
    section.className = "encoding";
    section.dataset["ok"] = String(ok);
    section.append(line("h3", name));
    if (at < 0) section.append(line("p", `${size}, all the same by luck: ${verdict}.`));
    else {
      section.append(line("p", `${size}, different from byte ${at} on: ${verdict}.`));
      const from = Math.max(0, at - (at % 8));
      const view = document.createElement("pre");
      view.tabIndex = 0;
      view.role = "group";
      view.ariaLabel = `Bytes before and after ${name}`;
      view.textContent = [
        "before",
        ...hexRows(bytes, from, from + 16),
        "after",
        ...hexRows(after, from, from + 16),
      ].join("\n");
      section.append(view);
    }
    out.append(section);
  }
}

function line(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

/** Marks the character at which the text differs, or its end if it is only too short. */
function marked(tag: string, text: string, at: number): HTMLElement {
  if (at < 0) return line(tag, text);
  const element = line(tag, text.slice(0, at));
  element.append(line("mark", text.slice(at, at + 1) || "\u00A0"), text.slice(at + 1));
  return element;
}
