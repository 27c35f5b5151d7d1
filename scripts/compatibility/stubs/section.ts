/** The section of the page that is about server stubs, and the page of the code that keeps the bytes. No I/O. */

import { STUB_STEPS, type StubResult, type StubResults, stubFailures } from "./result.ts";
import type { Stub } from "./stub.ts";
import { STUBS } from "./table.ts";

export const STUB_DOCUMENTS = {
  "receiver 3.0": "generated/codegen/receiver-3.0.json",
  "receiver 3.1": "generated/codegen/receiver.json",
} as const;

export function renderStubs(results: StubResults): string {
  const whole = STUBS.filter(({ name }) => STUB_STEPS.every((step) => results[name]?.[step] === "yes"));
  const distinct = new Set(whole.map(({ name, languageName }) => `${name.replace(/ [a-z-]+$/, "")} ${languageName}`));
  return `## Server stubs

Made of \`generated/codegen/receiver-3.0.json\`, in which the deliveries are paths. Each was compiled with our code beside it, started on
127.0.0.1, and sent one signed delivery whose bytes no encoder writes: blanks, escapes, \`1.10\`, \`+0100\`, unknown members, a line feed at
the end; then the same JSON in other bytes with the same signature. ${distinct.size} generators and languages (two stubs of one
generator in one language count once) receive it with the bytes intact, and refuse the other.

**The trap**: a handler gets the model, and the model encoded again has other bytes (the column says so for each). So verify the bytes before
the stub reads them, and keep them. [Server stubs](server-stubs.md) has the code for each framework, the same that ran here.

| language and tool | what to type | holds | bytes kept by |
|---|---|---|---|
${STUBS.map((stub) => command(stub, results[stub.name])).join("\n")}

"Receives": answered 2xx, and the handler was called. "Bytes": the signature holds over the bytes that the handler can reach. "Refuses": 401
for the other bytes, and the handler was not called.

| generator | language | made | compiles | receives | bytes | refuses | model encoded again | unknown members in the model |
|---|---|---|---|---|---|---|---|---|
${STUBS.flatMap((stub) => row(stub, results[stub.name])).join("\n")}
`;
}

function row({ name, languageName }: Stub, result: StubResult | undefined): string[] {
  if (!result) return [];
  const verdict = (text: string) => text.replace(/^no: .*/s, "**no**");
  const { encodedAgain, unknownMembers } = result;
  const steps = STUB_STEPS.map((step) => verdict(result[step]));
  return [`| ${[name, languageName, ...steps, encodedAgain.replace("no: ", ""), unknownMembers].join(" | ")} |`];
}

function command(
  { name, version, from, languageName, program, document, args, how }: Stub,
  result?: StubResult,
): string {
  const file = STUB_DOCUMENTS[document].replace("generated/", "");
  const words = args(file, "OUT").map((word) => word.replace(/^.*\/(?=scripts\/)/, ""));
  const holds = result && stubFailures(result).length === 0 ? "yes" : "**no**";
  const cells = [`${languageName}: ${name} ${version}, ${from}`, `\`${[program, ...words].join(" ")}\``, holds, how];
  return `| ${cells.join(" | ")} |`;
}

/** `docs/server-stubs.md`. @param code returns the text of a file of `code/` */
export function renderStubPage(results: StubResults, code: (file: string) => string): string {
  const files = [...new Set(STUBS.map(({ keep }) => keep))];
  const parts = files.map((file) => {
    const stubs = STUBS.filter(({ keep }) => keep === file);
    const names = stubs.map(({ name }) => name).join(", ");
    const language =
      LANGUAGES[
        file
          .replace(/\.txt$/, "")
          .split(".")
          .at(-1) ?? ""
      ] ?? "";
    const failed = stubs.filter(({ name }) => results[name] && stubFailures(results[name]).length > 0);
    const doubt = failed.map(({ name }) => `${name} does not hold here: the table says why.\n\n`).join("");
    const told = stubs.map(
      ({ name, trap, how }) => `${stubs.length > 1 ? `${name}: the` : "The"} handler gets ${trap}. Kept by ${how}.`,
    );
    return `## ${names}\n\n${doubt}${[...new Set(told)].join("\n")}\n\n\`\`\`${language} stub\n${code(file).trimEnd()}\n\`\`\`\n`;
  });
  return `<!-- Made by "npm run compatibility". Do not edit: change scripts/compatibility/stubs/, then run it again. -->

# Server stubs

How a generated stub keeps the bytes that the signature is over. Each file below is the one that \`npm run compatibility\` compiled and ran
beside the stub ([what came of it](compatibility.md#server-stubs)). \`verify\` comes from the package that
[\`collections-contract generate\`](guides/languages.md) writes for the language; for TypeScript it is this package.

A stub parses and hands over; it does not handle each payment once, and has no time limits of its own. The receivers of
[Languages](guides/languages.md) and [Receiving](guides/receiving.md) do both. Only \`/client-webhook\` is signed; app webhooks carry no
signature.

Generate from \`receiver-3.0.json\` of the package, or from the one that \`overlay apply\` writes: it names the signature header of your
deployment. Put that name in place of \`X-Service-Signature\` in the code as well.

${parts.join("\n")}`;
}

const LANGUAGES: Record<string, string> = { py: "python", go: "go", java: "java", kt: "kotlin", rs: "rust", ts: "ts" };
