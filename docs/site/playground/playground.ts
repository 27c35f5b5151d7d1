/** The signature playground verifies while you type, inside the page: no request, no storage, nothing in the URL. */

import { base64, type Form, readBytes, writeField } from "./bytes.ts";
import { EXAMPLE } from "./example.ts";
import { takeFromOpener } from "./handed.ts";
import { type Parts, partsOf } from "./parts.ts";
import { explain, type Given, type Judged, judge, sign } from "./signature.ts";
import { showBytes, showCompared, showEncodings, showSnippets, showVerdict } from "./views.ts";

/** Size limit of a file for the text field, in bytes. */
const FILE_MAX = 1_048_576;

/** Attaches the playground to its HTML fragment. */
export function start(root: HTMLElement): void {
  const parts = partsOf(root);
  let form: Form = "text";
  let turn = 0;

  const given = (): Given | undefined => {
    const read = readBytes(parts.body.value, form);
    parts.said.textContent = read.ok ? "" : read.problem;
    if (!read.ok) return undefined;
    return { bytes: read.bytes, header: parts.header.value, secrets: secretFields(parts).map(({ value }) => value) };
  };

  /** Verifies the current fields. A later call cancels an earlier one that has not finished. */
  const refresh = async () => {
    const mine = ++turn;
    parts.verdict.ariaBusy = "true";
    parts.encodings.replaceChildren();
    const now = given();
    const judged = now && (await judge(now));
    const because =
      judged && !judged.verdict.ok && judged.verdict.code === "signature_mismatch" ? await explain(judged) : [];
    if (mine === turn) show(parts, judged, because);
  };

  const fill = (body: string, secrets: readonly string[], header: string, form: Form = "text") => {
    setForm(form);
    parts.body.value = body;
    parts.header.value = header;
    parts.secrets.replaceChildren();
    for (const secret of secrets) addSecret(parts, refresh).value = secret;
    return refresh();
  };

  const setForm = (next: Form) => {
    form = next;
    parts.formOfBody.value = next;
  };

  /** Shows the same bytes in another encoding, if a text field can hold it. */
  const changeForm = (next: Form) => {
    const read = readBytes(parts.body.value, form);
    const field = read.ok ? writeField(read.bytes, next) : "";
    if (field === undefined) {
      setForm(form);
      parts.said.textContent = "These bytes cannot be shown as text without changing them.";
      return;
    }
    setForm(next);
    parts.body.value = field;
    refresh();
  };

  /** The bytes as text, if a text field can hold them; else as base64. */
  const written = (bytes: Uint8Array): [field: string, form: Form] => {
    const text = writeField(bytes, "text");
    return text === undefined ? [base64(bytes), "base64"] : [text, "text"];
  };

  const load = async (file: File) => {
    if (file.size > FILE_MAX) {
      parts.said.textContent = `The file has ${file.size} bytes; this page takes ${FILE_MAX}. Use the command line for it.`;
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const [field, next] = written(bytes);
    setForm(next);
    parts.body.value = field;
    refresh();
  };

  parts.form.addEventListener("submit", (event) => event.preventDefault());
  parts.form.addEventListener("input", (event) => {
    if (event.target !== parts.file && event.target !== parts.formOfBody) refresh();
  });
  parts.formOfBody.addEventListener("change", () => changeForm(parts.formOfBody.value as Form));
  parts.choose.addEventListener("click", () => parts.file.click());
  parts.file.addEventListener("change", async () => {
    const file = parts.file.files?.[0];
    if (file) await load(file);
    // Allows loading the same file again after it changed.
    parts.file.value = "";
  });
  parts.add.addEventListener("click", () => {
    addSecret(parts, refresh).focus();
    refresh();
  });
  parts.example.addEventListener("click", () => fill(EXAMPLE.body, [EXAMPLE.secret], EXAMPLE.header));
  parts.clear.addEventListener("click", () => fill("", [""], "").then(() => parts.body.focus()));
  parts.sign.addEventListener("click", async () => {
    const now = given();
    parts.header.value = (now?.secrets[0] && (await sign(now.bytes, now.secrets[0]))) ?? parts.header.value;
    refresh();
  });
  parts.again.addEventListener("click", async () => {
    const now = given();
    if (now) await showEncodings(parts.encodings, now);
  });
  // An element that scrolls sideways must be reachable by keyboard.
  for (const pre of root.querySelectorAll("pre")) {
    const ariaLabel = pre.dataset["label"] ?? "";
    Object.assign(pre, { tabIndex: 0, role: "group", ariaLabel });
  }
  for (const button of root.querySelectorAll<HTMLElement>("[data-copy]"))
    button.addEventListener("click", () =>
      copy(parts, button.dataset["copy"] === "shell" ? parts.shell : parts.typescript),
    );

  fill(EXAMPLE.body, [EXAMPLE.secret], EXAMPLE.header);
  takeFromOpener(({ body, header, secrets }) => {
    const read = readBytes(body, "base64");
    if (!read.ok) return;
    const [field, form] = written(read.bytes);
    fill(field, secrets.length > 0 ? secrets : [""], header, form);
  });
}

function show(parts: Parts, judged: Judged | undefined, because: readonly string[]): void {
  showVerdict(parts.verdict, judged, because);
  showCompared(parts.compared, judged);
  showBytes(parts, judged?.bytes);
  showSnippets(parts, judged);
  parts.verdict.ariaBusy = "false";
}

function secretFields(parts: Parts): HTMLTextAreaElement[] {
  return [...parts.secrets.querySelectorAll("textarea")];
}

function addSecret(parts: Parts, changed: () => void): HTMLTextAreaElement {
  const row = document.createElement("div");
  row.className = "secret";
  // A text area, because a one-line field would silently drop a line break that was copied with the secret.
  const field = document.createElement("textarea");
  field.rows = 1;
  field.spellcheck = false;
  field.autocapitalize = "off";
  const remove = document.createElement("button");
  remove.type = "button";
  remove.textContent = "Remove";
  remove.addEventListener("click", () => {
    row.remove();
    number(parts);
    parts.add.focus();
    changed();
  });
  row.append(field, remove);
  parts.secrets.append(row);
  number(parts);
  return field;
}

function number(parts: Parts): void {
  for (const [index, field] of secretFields(parts).entries()) {
    field.ariaLabel = `Secret ${index + 1}`;
    const remove = field.nextElementSibling as HTMLElement;
    remove.ariaLabel = `Remove secret ${index + 1}`;
  }
}

async function copy(parts: Parts, from: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(from.textContent ?? "");
    parts.copied.textContent = "Copied.";
  } catch {
    // Browsers offer the clipboard only on https and localhost.
    getSelection()?.selectAllChildren(from);
    parts.copied.textContent = "The browser does not let a page copy here. The lines are selected.";
  }
}
