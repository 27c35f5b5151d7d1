/**
 * Compares two documents: takes both apart into statements, subtracts the two sets, and judges what is left by the
 * table. What the table does not know is unclassified, so nothing is passed over.
 */

import { isSameText } from "../../documents/json.ts";
import { entriesOf, isObject, type JsonObject, type Maybe, member } from "../../values/json.ts";
import type { Affected, Changes } from "../change.ts";
import { FORMS } from "./forms.ts";
import { chooseOutcome, hasDirection, type Role, toFinding } from "./outcomes.ts";
import { DOCUMENTATION, memberNames, type Pair } from "./pair.ts";
import type { Sides } from "./sides.ts";
import type { Case, Comparison, Context, Form, Key, Kind, Matched, Move, Statement, Task } from "./statement.ts";
import { findRow, isKnown, kindOf, writeSentence } from "./table.ts";

const MOVES = ["gone", "added", "changed"] as const;

/** One comparison of two documents. */
export class Comparer implements Comparison {
  readonly sides: Sides;
  readonly changes: Changes;
  #tasks: Task[] = [];
  #done = 0;
  readonly #late: Task[] = [];
  readonly #seen = new Map<string, WeakMap<object, WeakSet<object>>>();

  constructor(sides: Sides, changes: Changes) {
    this.sides = sides;
    this.changes = changes;
  }

  /** Compares two nodes, and everything that they lead to. */
  run(kind: Kind, pair: Pair, role: Role): void {
    this.compare(kind, pair, role, "");
    for (let next = this.#next(); next; next = this.#next()) this.#compare(next);
  }

  #next(): Task | undefined {
    if (this.#done < this.#tasks.length) return this.#tasks[this.#done++];
    [this.#tasks, this.#done] = [[], 0];
    return this.#nextLate();
  }

  /** The next component to which nothing has led, in the roles that operations give it. */
  #nextLate(): Task | undefined {
    const { old, new: fresh } = this.sides;
    for (let task = this.#late.shift(); task; task = this.#late.shift()) {
      const { pair } = task;
      if (old.hasSeen(pair.old) && fresh.hasSeen(pair.new)) this.#texts(task);
      else if (task.kind !== "schema") return task;
      else {
        const roles = new Set([...old.roles.of(pair.old), ...fresh.roles.of(pair.new)]);
        for (const role of roles) this.#tasks.push({ ...task, role });
        const isUnused = old.roles.hasOperations && fresh.roles.hasOperations;
        return roles.size > 0 ? this.#tasks[this.#done++] : { ...task, role: isUnused ? "unused" : task.role };
      }
    }
    return undefined;
  }

  /** The texts of schemas that became part of others; everything else of them was compared there. */
  #texts(task: Task): void {
    const { old, new: fresh } = this.sides;
    if (old.isCompared(task.pair.old) && fresh.isCompared(task.pair.new)) return;
    const [a, b] = [old.value(task.pair.old), fresh.value(task.pair.new)];
    const names = memberNames({ old: a, new: b }).filter(
      (name) => DOCUMENTATION.has(name) && !this.sides.isSame(name, member(a, name), member(b, name)),
    );
    if (names.length > 0) this.tell("text", "changed", { ...task, item: names.join(", ") });
  }

  /** In a queue, because a chain of schemas may be longer than the stack is deep. */
  compare(kind: Kind, pair: Pair, role: Role, where: string, isLate = false): void {
    (isLate ? this.#late : this.#tasks).push({ kind, pair, role, where });
  }

  #compare(given: Task): void {
    this.sides.budget.spend();
    const task = this.#named(given);
    if (this.#isSeen(task)) return;
    const { kind, pair, role, where } = task;
    const form: Form = FORMS[kind];
    const made = { old: this.#view(form, pair.old, "old", task), new: this.#view(form, pair.new, "new", task) };
    this.sides.old.saw(pair.old);
    this.sides.new.saw(pair.new);
    const views = form.alike?.(made, task, this) ?? made;
    if (form.first && !form.first(views, task, this)) return;
    const saidOn = (side: "old" | "new"): Statement[] =>
      readStatements(form, { side: this.sides[side], role, where, node: views[side] }, (name) =>
        this.sides.isLeftOut(name, { old: member(views.old, name), new: member(views.new, name) }),
      );
    this.#subtract({ old: saidOn("old"), new: saidOn("new") }, views, task);
  }

  /** A schema is known by its name; the place where it was met first otherwise. */
  #named(task: Task): Task {
    if (task.kind !== "schema") return task;
    const [a, b] = [this.sides.old.resolve(task.pair.old), this.sides.new.resolve(task.pair.new)];
    if (a.name === undefined || b.name === undefined) return task;
    if (a.name !== b.name) this.tell("schemaName", "changed", { ...task, old: a.name, new: b.name, where: b.name });
    return { ...task, where: b.name };
  }

  #isSeen({ kind, pair, role }: Task): boolean {
    const [old, fresh] = [this.sides.old.value(pair.old), this.sides.new.value(pair.new)];
    if (kind !== "schema" || !isObject(old) || !isObject(fresh)) return false;
    // Where a role is known, an unknown one adds nothing.
    if (!hasDirection(role) && [...this.#seen.values()].some((pairs) => pairs.get(old)?.has(fresh))) return true;
    const ofRole = this.#seen.get(role) ?? new WeakMap<object, WeakSet<object>>();
    this.#seen.set(role, ofRole);
    const partners = ofRole.get(old) ?? new WeakSet<object>();
    ofRole.set(old, partners);
    return partners.has(fresh) || !partners.add(fresh);
  }

  #view(form: Form, node: Maybe, side: keyof Pair, { role, where }: Task): JsonObject {
    if (form.view) return form.view(node, { side: this.sides[side], role, where });
    const value = this.sides[side].value(node);
    return isObject(value) ? value : value === undefined ? {} : { "not-an-object": value };
  }

  /** Tells what is on one side alone, or has another value, and compares what is below. */
  #subtract(all: Pair<readonly Statement[]>, views: Pair<JsonObject>, task: Task): void {
    const old = Map.groupBy(all.old, ({ keyword }) => keyword);
    const fresh = Map.groupBy(all.new, ({ keyword }) => keyword);
    const moved = new Set<string>();
    const texts: string[] = [];
    const within: [Move, Statement, Pair][] = [];
    const tell = (move: Move, one: Statement, values: Pair) => {
      if (one.keyword === "other") return void texts.push(...this.#other(one.item ?? "", values, task));
      const own = findRow(one.keyword).isPlace ? one.child : undefined;
      const place = { where: task.where + (own?.at ?? ""), role: own?.role ?? task.role };
      this.tell(one.keyword, move, { ...values, ...place, views, item: one.item ?? "" });
    };
    for (const keyword of new Set([...old.keys(), ...fresh.keys()])) {
      const sets = { old: old.get(keyword) ?? [], new: fresh.get(keyword) ?? [] };
      const { gone, added, both } = this.matched(sets, findRow(keyword).keys);
      for (const [move, list] of [
        ["gone", gone],
        ["added", added],
      ] as const)
        for (const one of list) {
          moved.add(statementKey(one));
          const values = move === "gone" ? { old: one.value, new: undefined } : { old: undefined, new: one.value };
          if (one.child?.isAlone) this.#below(one, values, task);
          else if (one.within === undefined) tell(move, one, values);
          else within.push([move, one, values]);
        }
      for (const [a, b] of both) {
        const values = { old: a.value, new: b.value };
        if (findRow(keyword).isRenamed && a.item !== b.item)
          this.tell("renamed", "changed", { ...task, old: a.item, new: b.item });
        if (!b.child || isKnown(keyword)) tell("changed", b, values);
        if (a.child) this.#below(b, values, task);
      }
    }
    for (const [move, one, values] of within) if (!moved.has(one.within ?? "")) tell(move, one, values);
    if (texts.length > 0) this.tell("text", "changed", { ...task, item: texts.join(", ") });
  }

  #below({ child }: Statement, pair: Pair, { where, role }: Task): void {
    if (child) this.compare(child.kind, pair, child.role ?? role, where + (child.at ?? ""), child.isLate);
  }

  /** A member for which there is no row: returns its name if it is a text for people. */
  #other(name: string, { old, new: fresh }: Pair, task: Task): string[] {
    if (this.sides.isSame(name, old, fresh)) return [];
    const isText = FORMS[task.kind].isText || DOCUMENTATION.has(name) || this.sides.isSameButTexts(name, old, fresh);
    if (isText) return [name];
    const move = old === undefined ? "added" : fresh === undefined ? "gone" : "changed";
    this.tell("other", move, { ...task, old, new: fresh, item: name });
    return [];
  }

  tell(keyword: string, move: Move, given: Partial<Case> & Pick<Case, "role" | "where">): void {
    const one: Case = { item: "", old: undefined, new: undefined, views: { old: {}, new: {} }, ...given, keyword };
    const row = findRow(keyword);
    const judge = row[move];
    if (move === "changed" && one.old !== undefined && !row.isNode && isSameText(one.old, one.new)) return;
    const cell = typeof judge === "function" ? judge(one, this) : judge;
    if (!cell) return;
    const at = MOVES.indexOf(move);
    const outcome = chooseOutcome(cell, one.role);
    const affected = row.side ? [row.side] : this.sides.affected(one.role);
    // Without the secret (F-2.2-12) that the API answers with, no delivery can be verified.
    const isSecret = row.isMember && one.item === "secret" && one.role === "response" && outcome === "breaks";
    const sides: readonly Affected[] = isSecret ? ["senders", "receivers"] : affected;
    this.changes.add({
      kind: kindOf(row, keyword, at),
      where: (row.isMember ? `${one.where}.${one.item}` : one.where || "document").replace(/^, /, ""),
      what: writeSentence(row, at, one),
      ...toFinding(outcome, one.role, sides, row),
    });
  }

  matched(sets: Pair<readonly Statement[]>, keys: readonly Key[] = [({ item = "" }) => item]): Matched {
    const both: (readonly [Statement, Statement])[] = [];
    let [gone, added] = [[...sets.old], [...sets.new]];
    for (const key of keys) {
      if (gone.length === 0 || added.length === 0) break;
      const twins = Map.groupBy(added, (one) => key(one, this.sides.new, this));
      const taken = new Set<Statement>();
      gone = gone.filter((one) => {
        const name = key(one, this.sides.old, this);
        const twin = name === undefined ? undefined : twins.get(name)?.shift();
        if (!twin) return true;
        both.push([one, twin]);
        taken.add(twin);
        return false;
      });
      added = added.filter((one) => !taken.has(one));
    }
    return { gone, added, both };
  }
}

const statementKey = ({ keyword, item = "" }: Statement): string => `${keyword} ${item}`.trim();

/** Takes a node apart: every member makes a statement, or several. */
function readStatements(form: Form, context: Context, isLeftOut: (name: string) => boolean): Statement[] {
  const found = new Map<string, Statement>();
  for (const [name, value] of entriesOf(context.node)) {
    const read = Object.hasOwn(form.words, name) ? form.words[name] : undefined;
    if (!read && isLeftOut(name)) continue;
    for (const one of read?.(value, context) ?? [{ keyword: "other", item: name, value }]) {
      // A statement that occurs twice is kept twice.
      const key = found.has(statementKey(one)) ? `${statementKey(one)} #${found.size}` : statementKey(one);
      found.set(key, found.has(statementKey(one)) ? { ...one, item: `${one.item ?? ""} #${found.size}` } : one);
    }
  }
  return [...found.values()];
}
