/** What the tables of an inbox are called. */

/** Every name that the inbox creates in a database begins so, or with its own name before it. */
const NAMES = /\bcollections_inbox\w*/g;

/** The statement for the inbox `name`, which has tables of its own: `dunning_collections_inbox`. */
export function ofInbox(sql: string, name: string | undefined): string {
  return name === undefined ? sql : sql.replace(NAMES, (one) => `${name}_${one}`);
}

/** Makes statements name the tables of the inbox `name` in `schema`, whatever the search path is at that moment. */
export function qualifier(schema: string, name: string | undefined): (sql: string) => string {
  const known = new Map<string, string>();
  const before = `"${schema.replaceAll('"', '""')}".`;
  return (sql) => {
    let own = known.get(sql);
    if (own === undefined) {
      own = sql.replace(NAMES, (one) => `${before}${ofInbox(one, name)}`);
      known.set(sql, own);
    }
    return own;
  };
}
