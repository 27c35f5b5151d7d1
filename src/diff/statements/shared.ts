/** Forms that both kinds of documents have: info, a server, and components. */

import { entriesOf, isObject } from "../../values/json.ts";
import { nodes, readForm, readNothing, text } from "./readers.ts";
import type { Form, Reader, Statement } from "./statement.ts";

/** What operations and messages say about whether they are sent. */
export const described: Readonly<Record<string, Reader>> = { "x-status": text("x-status") };

/** Components wait until operations have led to them: what is left is compared by itself. */
export const components: Reader = readForm("object", (value) =>
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
  server: { words: { url: readNothing, variables: nodes("variable", { kind: "variable", at: ", " }) } },
  variable: { words: { default: (value) => [{ keyword: "serverDefault", value }] } },
  /** What no operation has led to. */
  plain: { words: {} },
} satisfies Record<string, Form>;
