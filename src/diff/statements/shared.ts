/** Forms that both kinds of documents have: info, servers, and components. */

import { entriesOf, isObject, itemsOf, member } from "../../json.ts";
import { fitting, nodes, text, told } from "./readers.ts";
import type { Form, Reader, Statement } from "./statement.ts";

/** Servers by their URLs, and their order. */
export const servers: Reader = fitting("objects", (value) => [
  { keyword: "serverOrder", value: itemsOf(value).map((one) => member(one, "url") ?? null) },
  ...itemsOf(value).map(
    (one): Statement => ({
      keyword: "server",
      item: String(member(one, "url")),
      value: one,
      child: { kind: "server", at: `, server ${member(one, "url")}` },
    }),
  ),
]);

/** What operations and messages say about whether they are sent. */
export const described: Readonly<Record<string, Reader>> = { "x-status": text("x-status") };

/** Components wait until operations have led to them: what is left is compared by itself. */
export const components: Reader = fitting("object", (value) =>
  entriesOf(value).flatMap(([kind, all]): Statement[] => {
    if (!isObject(all) || kind === "examples") return [{ keyword: "other", item: kind, value: all }];
    return entriesOf(all).map(([name, one]): Statement => {
      if (kind === "schemas")
        return {
          keyword: "schema",
          item: name,
          value: one,
          child: { kind: "schema", at: name, role: "either", isLate: true },
        };
      if (kind === "securitySchemes")
        return { keyword: "scheme", item: name, value: one, child: { kind: "scheme", at: `scheme ${name}` } };
      const item = `${kind} ${name}`;
      return { keyword: "component", item, value: one, child: { kind: "plain", at: item, isLate: true } };
    });
  }),
);

export const SHARED_FORMS = {
  info: { words: {}, isText: true },
  server: { words: { url: told, variables: nodes("variable", { kind: "variable", at: ", " }) } },
  variable: { words: { default: (value) => [{ keyword: "serverDefault", value }] } },
  /** What no operation has led to. */
  plain: { words: {} },
} satisfies Record<string, Form>;
