import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { type Bar, bars } from "./bars.ts";

const file = join(import.meta.dirname, "../../spec/facts.yaml");

/** How many facts each section of the description states, and how many of them a running service or receiver shows. */
export function factsBySection(): string {
  const facts = Object.entries<{ observable: string }>(parse(readFileSync(file, "utf8")).facts);
  const sections = Map.groupBy(facts, ([id]) => id.replace(/^F-/, "").split(/[.-]/)[0] as string);
  const rows: Bar[] = [...sections].map(([section, all]) => {
    const seen = all.filter(([, { observable }]) => observable === "service" || observable === "receiver").length;
    return {
      name: `Section ${section}`,
      parts: [
        { kind: "good", value: seen },
        { kind: "plain", value: all.length - seen },
      ],
      text: `${all.length}, ${seen} seen`,
    };
  });
  const told = rows.map(({ name, text }) => `${name}: ${text}`).join("; ");
  return bars(
    "Facts by section",
    `How many facts each section of the description states, and how many of them can be seen at a running service or receiver. ${told}.`,
    rows,
  );
}
