/** `id: what it does`, the key of a row in the tables of services and receivers. */
export type Title = `${string}: ${string}`;

/** The rows of such a table, each with its id, what it does, and its value. */
export const titled = <T>(table: Record<Title, T>): [id: string, about: string, value: T][] =>
  Object.entries(table).map(([title, value]) => {
    const end = title.indexOf(": ");
    return [title.slice(0, end), title.slice(end + 2), value];
  });
