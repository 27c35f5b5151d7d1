/* Tools of the console page. Whatever comes from elsewhere becomes a text node: there is no other way to show it. */

export const $ = (id) => document.getElementById(id);

/**
 * An element, named as in a stylesheet: `p.quiet`. Attributes come first, if there are any: `on*` is a listener, true
 * an empty attribute, false and null none; strings among children are texts.
 */
export function el(name, ...parts) {
  const [tag, ...classes] = name.split(".");
  const attributes = parts[0]?.constructor === Object ? parts.shift() : {};
  const element = document.createElement(tag);
  if (classes.length > 0) element.className = classes.join(" ");
  for (const [attribute, value] of Object.entries(attributes)) {
    if (attribute.startsWith("on")) element.addEventListener(attribute.slice(2), value);
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(attribute, value === true ? "" : value);
  }
  element.append(...parts.flat(4).filter((part) => part !== null && part !== undefined && part !== false));
  return element;
}

/** Characters that would not be seen, or would turn the text around, made visible. */
export function visible(text) {
  return String(text).replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0);
    const hex = code.toString(16).toUpperCase().padStart(4, "0");
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : `‹U+${hex}›`;
  });
}

export const code = (text) => el("code", visible(text));
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** A list of terms: pairs of a term and what it is. */
export function facts(pairs) {
  const rows = pairs.filter(Boolean).flatMap(([term, value]) => [el("dt", term), el("dd", value)]);
  return el("dl.facts", rows);
}

/** Returns what calls a program below this path; `name` names the program in errors. */
export function createCaller(base, name) {
  return async (method, path, body) => {
    const json =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    let response;
    try {
      response = await fetch(base + path, { method, ...json });
    } catch {
      throw new Error(`${name} does not answer. Is it still running?`);
    }
    const answer = await response.json().catch(() => undefined);
    if (response.ok) return answer;
    throw Object.assign(new Error(visible(answer?.message ?? `${name} answered ${response.status}.`)), {
      status: response.status,
      code: answer?.code,
      links: answer?.explained ? [[answer.explained, "What it means"]] : [],
    });
  };
}

export const call = createCaller("/_control/", "The sandbox");

let quietAgain;
/**
 * Tells what came of an action, to the eye and to screen readers. `links`: pairs of an address and its text. Errors
 * stay until closed.
 */
function tell(isError, text, links, code) {
  clearTimeout(quietAgain);
  const before = $("said").contains(document.activeElement) ? null : document.activeElement;
  const close = () => {
    const isInside = $("said").contains(document.activeElement);
    $("said").replaceChildren();
    if (isInside)
      (before !== document.body && before?.checkVisibility() ? before : $("deliveries-title")).focus({
        preventScroll: true,
      });
  };
  $("said").className = isError ? "error" : "";
  $("said").replaceChildren(
    el("span", isError ? "✗ " : "✓ ", text),
    ...[
      // The site opens beside the console, which keeps what is typed.
      links.map(([href, words]) => el("a", { href, target: !href.startsWith("#") && "_blank" }, words)),
      code && el("code", code),
      el("button", { type: "button", "aria-label": "Close the message", onclick: close }, "×"),
    ]
      .flat()
      .filter(Boolean),
  );
  if (!isError) quietAgain = setTimeout(close, 15_000);
}
export const say = (text, link) => tell(false, text, link ? [link] : []);
/** Tells an error; the code that programs get stands behind the sentence. */
export const complain = ({ message, code, links = [] }) => tell(true, message, links, code);

let afterwards = async () => undefined;
/** What is done once an action is over: to look at what it changed. */
export function afterActions(work) {
  afterwards = work;
}

/**
 * Does the work of a button, once at a time. What it returns is told: a text, or a text and a link. The button keeps
 * the focus.
 */
export async function act(button, work) {
  if (button?.getAttribute("aria-disabled") === "true") return;
  button?.setAttribute("aria-disabled", "true");
  try {
    const told = await work();
    await afterwards();
    if (told) say(...[told].flat(1));
  } catch (error) {
    complain(error);
  } finally {
    button?.removeAttribute("aria-disabled");
  }
}

/** A button that acts. `key` lets it keep the focus when its surroundings are drawn anew. */
export function actor(label, key, work, attributes = {}) {
  const onclick = ({ currentTarget }) => act(currentTarget, work);
  return el("button", { type: "button", "data-key": key, onclick, ...attributes }, label);
}

const drawn = new WeakMap();
/**
 * Fills an element if what it shows has changed, and hands the focus on: to the part with the same key, else to the one
 * that `data-else` around it names, else to the element.
 */
export function draw(box, data, build) {
  const now = JSON.stringify(data);
  if (drawn.get(box) === now) return;
  drawn.set(box, now);
  const inside = box.contains(document.activeElement) && document.activeElement !== box;
  const { dataset } = document.activeElement ?? {};
  const other = inside ? document.activeElement.closest("[data-else]")?.dataset.else : undefined;
  const keys = inside ? [dataset.key, other].filter(Boolean) : [];
  const open = [...box.querySelectorAll("details[open][data-key]")].map((one) => one.dataset.key);
  box.replaceChildren(...[build(data)].flat(4).filter(Boolean));
  for (const one of box.querySelectorAll("details[data-key]")) if (open.includes(one.dataset.key)) one.open = true;
  if (inside) {
    const again = keys.map((key) => box.querySelector(`[data-key="${CSS.escape(key)}"]`)).find(Boolean);
    if (!again && !box.hasAttribute("tabindex")) box.tabIndex = -1;
    (again ?? box).focus({ preventScroll: true });
  }
}

/** Copies a text, and returns what to say of it. */
export async function copyText(label, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    throw new Error("The browser does not allow copying. Select the text instead.");
  }
  return `Copied: ${label}.`;
}

export function copier(label, text) {
  const copy = () => copyText(label, text()).then(say, complain);
  return el("button", { type: "button", onclick: copy }, `Copy ${label}`);
}

/** Something to paste into a shell. */
export function command(label, text) {
  return [el("pre", { tabindex: "0", "aria-label": label }, text), copier(label, () => text)];
}

/** Quotes a text as one word of a POSIX shell. */
export const shellQuote = (text) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${String(text).replaceAll("'", "'\\''")}'`;
