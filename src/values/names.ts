/** Names of tables, as the compiler knows them. */

/** Returns the names of a table. */
export function typedKeys<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}

/** Whether a table has a member of its own with this name. */
export function isNameIn<T extends object>(table: T, name: PropertyKey): name is keyof T & string {
  return Object.hasOwn(table, name);
}

/** Returns a count of 0 for each name. */
export function zeroCounts<N extends string>(names: readonly N[]): Record<N, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<N, number>;
}
