/** Finds the names that a misspelt name probably means. */

const LENGTH_MAX = 80;

/**
 * Returns at most three of `names`, the nearest first; names that differ in more than a third of their letters are left
 * out.
 */
export function closest(given: string, names: readonly string[]): string[] {
  return rankByEdits(given, names)
    .filter(({ name, edits }) => edits <= Math.max(1, Math.floor(name.length / 3)))
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Ignores letter case. Compares 80 letters at most, because the effort grows with the product of both lengths. */
function rankByEdits(given: string, names: readonly string[]): { name: string; edits: number }[] {
  const wanted = given.toLowerCase().slice(0, LENGTH_MAX);
  return names
    .map((name) => ({ name, edits: editsBetween(wanted, name.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
}

/** Counts the letters to insert, remove or replace (Levenshtein). */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replace, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
