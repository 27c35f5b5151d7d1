/** The parts of the fragment, by their data-part. */
export type Parts = {
  form: HTMLFormElement;
  formOfBody: HTMLSelectElement;
  body: HTMLTextAreaElement;
  said: HTMLElement;
  choose: HTMLButtonElement;
  file: HTMLInputElement;
  secrets: HTMLElement;
  add: HTMLButtonElement;
  header: HTMLTextAreaElement;
  example: HTMLButtonElement;
  sign: HTMLButtonElement;
  clear: HTMLButtonElement;
  verdict: HTMLElement;
  compared: HTMLElement;
  count: HTMLElement;
  hints: HTMLElement;
  hex: HTMLElement;
  again: HTMLButtonElement;
  encodings: HTMLElement;
  shell: HTMLElement;
  typescript: HTMLElement;
  copied: HTMLElement;
};

/** @throws Error naming the part that the fragment lacks. */
export function partsOf(root: HTMLElement): Parts {
  const part = <E extends HTMLElement>(name: string): E => {
    const found = root.querySelector<E>(`[data-part="${name}"]`);
    if (!found) throw new Error(`the fragment has no part ${name}`);
    return found;
  };
  return {
    form: part("form"),
    formOfBody: part("form-of-body"),
    body: part("body"),
    said: part("said"),
    choose: part("choose"),
    file: part("file"),
    secrets: part("secrets"),
    add: part("add"),
    header: part("header"),
    example: part("example"),
    sign: part("sign"),
    clear: part("clear"),
    verdict: part("verdict"),
    compared: part("compared"),
    count: part("count"),
    hints: part("hints"),
    hex: part("hex"),
    again: part("again"),
    encodings: part("encodings"),
    shell: part("shell"),
    typescript: part("typescript"),
    copied: part("copied"),
  };
}
