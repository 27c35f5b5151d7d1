/** Whether two nodes say the same, however they are written and wherever their references lead. */

import type { Budget } from "../../documents/budget.ts";
import { inside, isSameText } from "../../documents/json.ts";
import { isObject, type JsonObject, type Maybe, member } from "../../values/json.ts";
import { DOCUMENTATION, memberNames, type Pair } from "./pair.ts";

/** What the comparison needs of both documents. */
interface BothSides {
  readonly budget: Budget;
  /** What both references lead to, with what stands beside them. */
  values(pair: Pair): Pair;
  /** What stands beside both references covers of what they lead to. */
  covered(pair: Pair): Pair<JsonObject>;
  /** Whether a member is compared elsewhere, or not at all. */
  isLeftOut(name: string, values: Pair): boolean;
}

/** `data`: of users or of an extension, where references mean nothing. */
type Form = "object" | "names" | "data";

/** Two nodes that have to be the same, so that those around them can be. */
interface Question {
  readonly nodes: Pair;
  readonly form: Form;
  readonly around: Question | undefined;
}

/** Pairs of nodes. */
class Pairs {
  #known = new WeakMap<object, WeakSet<object>>();
  has = ({ old, new: fresh }: Pair): boolean => isObject(old) && isObject(fresh) && !!this.#known.get(old)?.has(fresh);
  add({ old, new: fresh }: Pair): void {
    if (isObject(old) && isObject(fresh))
      this.#known.set(old, (this.#known.get(old) ?? new WeakSet<object>()).add(fresh));
  }
}

const chooseForm = (name: string, { old, new: fresh }: Pair): Form => {
  const { isMap, isData, isExtension } = inside(name, fresh ?? old, false);
  return isMap ? "names" : isData || isExtension ? "data" : "object";
};

/** Each pair is compared once: schemas that refer to each other take no more time than others. */
export class Sameness {
  readonly #sides: BothSides;
  readonly #hasTexts: boolean;
  #same = new Pairs();
  readonly #different = new Pairs();

  /** `hasTexts`: documentation counts as well. */
  constructor(sides: BothSides, hasTexts: boolean) {
    this.#sides = sides;
    this.#hasTexts = hasTexts;
  }

  /** Compares two members of this name, or two schemas if there is no name. */
  of(old: Maybe, fresh: Maybe, name = ""): boolean {
    const nodes = { old, new: fresh };
    const left: Question[] = [{ nodes, form: chooseForm(name, nodes), around: undefined }];
    for (let next = left.pop(); next; next = left.pop()) {
      if (this.#ask(next, left)) continue;
      for (let one: Question | undefined = next; one; one = one.around) this.#different.add(this.#values(one));
      // What was taken for the same on the way may rest on what was not.
      this.#same = new Pairs();
      return false;
    }
    return true;
  }

  #values = ({ nodes, form }: Question): Pair => (form === "object" ? this.#sides.values(nodes) : nodes);

  /** Returns false for two nodes that differ in themselves; adds the questions that are left to ask. */
  #ask(question: Question, left: Question[]): boolean {
    this.#sides.budget.spend();
    const { form } = question;
    const pair = this.#values(question);
    if (form === "data") return isSameText(pair.old, pair.new);
    if (Array.isArray(pair.old) && Array.isArray(pair.new)) {
      const { length } = left;
      for (const [i, old] of pair.old.entries())
        left.push({ nodes: { old, new: pair.new[i] }, form: "object", around: question });
      return left.length - length === pair.new.length;
    }
    if (!isObject(pair.old) || !isObject(pair.new)) return isSameText(pair.old, pair.new);
    if (this.#different.has(pair)) return false;
    // A pair that was compared before, or contains itself, adds no difference.
    if (this.#same.has(pair)) return true;
    this.#same.add(pair);
    this.#members({ old: pair.old, new: pair.new }, question, left);
    if (form === "object") this.#members(this.#sides.covered(question.nodes), question, left);
    return true;
  }

  #members(pair: Pair<JsonObject>, around: Question, left: Question[]): void {
    for (const name of memberNames(pair)) {
      const nodes = { old: member(pair.old, name), new: member(pair.new, name) };
      if (around.form === "names") left.push({ nodes, form: "object", around });
      else if (!this.#sides.isLeftOut(name, nodes) && (this.#hasTexts || !DOCUMENTATION.has(name)))
        left.push({ nodes, form: chooseForm(name, nodes), around });
    }
  }
}
