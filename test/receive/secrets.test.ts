/** Secrets with labels, and from a file that changes while the receiver runs (F-2.2-02, F-6.3-05). */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { VerifiedEvent } from "../../src/receive/events.ts";
import type { ReceiverOptions } from "../../src/receive/options.ts";
import type { Problem } from "../../src/receive/outcome.ts";
import { secretsFromFile } from "../../src/receive/secrets-file.ts";
import { codeOf, DOORS, EVENT, SECRET, signed, snapshot } from "../support/receiver.ts";
import { testFolder } from "../support/scratch.ts";
import { asWrongType } from "../support/wrong-type.ts";

let folder: string;
beforeEach(() => {
  folder = testFolder("secrets-");
});

const OLD = { label: "payments", secret: "old" };
const NEW = { label: "payments", secret: "new" };

describe.each(DOORS)("labels: $name", (door) => {
  const LIST = [OLD, NEW, "bare"];
  it.each([
    ["a list", LIST],
    ["a function", () => LIST],
    ["a function with a frozen list", () => Object.freeze(LIST)],
  ] as [string, ReceiverOptions["secrets"]][])("of %s are in the event", async (_, secrets) => {
    const seen: VerifiedEvent[] = [];
    const on = { [EVENT]: (event: unknown) => void seen.push(event as VerifiedEvent) };
    const deliver = door.client({ secrets, on, store: false, onProblem() {} });
    for (const secret of ["old", "new", "bare"]) expect((await deliver(signed(snapshot(), secret))).status).toBe(204);
    expect(codeOf(await deliver(signed(snapshot(), "payments")))).toBe("signature_mismatch");
    expect(seen.map(({ secretIndex, label }) => [secretIndex, label])).toEqual([
      [0, "payments"],
      [1, "payments"],
      [2, undefined],
    ]);
    expect(seen[2]).not.toHaveProperty("label");
  });

  it("follow a new list at once", async () => {
    let list = Object.freeze(["one"]);
    const deliver = door.client({ secrets: () => list, on: {}, onProblem() {} });
    expect((await deliver(signed(snapshot(), "one"))).status).toBe(204);
    list = Object.freeze(["two"]);
    expect((await deliver(signed(snapshot(), "one"))).status).toBe(401);
    expect((await deliver(signed(snapshot(), "two"))).status).toBe(204);
  });
});

describe("a file of secrets", () => {
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  it.each([
    ["plain", "one\ntwo\n", ["one", "two"]],
    ["crlf", "one\r\ntwo", ["one", "two"]],
    ["list.json", '["one","two"]', ["one", "two"]],
    [
      "labels.json",
      '{"a":"one","b":["old","new"]}',
      [
        { label: "a", secret: "one" },
        { label: "b", secret: "old" },
        { label: "b", secret: "new" },
      ],
    ],
    [
      "owners.json",
      '{"a":{"x":"one","y":["old","new"]},"b":"two"}',
      [
        { label: "x", secret: "one", owner: "a" },
        { label: "y", secret: "old", owner: "a" },
        { label: "y", secret: "new", owner: "a" },
        { label: "b", secret: "two" },
      ],
    ],
    ["bare-owners.json", '[{"label":"x","secret":"one","owner":"a"}]', [{ label: "x", secret: "one", owner: "a" }]],
  ])("%s is read", (name, text, secrets) => {
    expect(secretsFromFile(write(name, text))()).toEqual(secrets);
  });

  it.each([
    ["plain", "\n\n"],
    ["a.json", "{}"],
    ["b.json", '["one",""]'],
    ["c.json", '{"a":1}'],
    ["d.json", "[null]"],
    ["e.json", '"one"'],
    ["f.json", "{S3CRET"],
    ["g.json", '{"a":{"b":{"c":"S3CRET"}}}'],
    ["h.json", '{"a":{"x":"S3CRET"},"b":{"x":"S3CRET"}}'],
    ["i.json", '[{"secret":"S3CRET"}]'],
  ])("%s with %j is refused, without a word of it", (name, text) => {
    const failed = () => secretsFromFile(write(name, text));
    expect(failed).toThrow(expect.objectContaining({ name: "MisuseError", code: "secret_file_unusable" }));
    expect(failed).not.toThrow(/S3CRET/);
  });

  it.each([
    ["a byte order mark", `\ufeff${SECRET}`, "byte order mark"],
    ["UTF-16", Buffer.from(`\ufeff${SECRET}`, "utf16le"), "not UTF-8"],
    ["UTF-16 of the other order", Buffer.from(`\ufeff${SECRET}`, "utf16le").swap16(), "not UTF-8"],
    ["Latin-1", Buffer.from("Schlüssel", "latin1"), "not UTF-8"],
    ["nothing", "", "no secret"],
  ])("with %s is refused, in lines and in JSON", (_, content, reason) => {
    for (const name of ["plain", "s.json"]) {
      writeFileSync(join(folder, name), content);
      const message = expect.stringContaining(name === "plain" || reason !== "no secret" ? reason : "not JSON");
      expect(() => secretsFromFile(join(folder, name))).toThrow(
        expect.objectContaining({ code: "secret_file_unusable", message }),
      );
    }
  });

  it("that is no file is refused", () => {
    expect(() => secretsFromFile(folder)).toThrow(/EISDIR/);
    expect(() => secretsFromFile("/dev/zero")).toThrow(/not a regular file/);
  });

  it.each([
    ["a path that is not a text", undefined, {}],
    ["a time that is not a number", "plain", { checkEveryMs: Number.NaN }],
    ["a negative time", "plain", { checkEveryMs: -1 }],
    ["a time as text", "plain", { checkEveryMs: "1" }],
    ["a listener that is not a function", "plain", { onError: "S3CRET" }],
    ["a clock that is not a function", "plain", { now: 1 }],
  ])("with %s is refused when it is opened", (_, name, options) => {
    const path = name && write(name, "S3CRET");
    const failed = () => secretsFromFile(path as string, asWrongType(options));
    expect(failed).toThrow(expect.objectContaining({ name: "MisuseError", code: "receiver_option" }));
    expect(failed).not.toThrow(/S3CRET/);
  });

  it("that is missing is refused with its reason", () => {
    expect(() => secretsFromFile(join(folder, "none"))).toThrow(/ENOENT/);
  });

  it("is read again once it has changed, and looked at once a second", () => {
    let time = 0;
    const path = write("plain", "one");
    const secrets = secretsFromFile(path, { now: () => time });
    write("plain", "other");
    expect(secrets()).toEqual(["one"]);
    time = 1_000;
    expect(secrets()).toEqual(["other"]);
    expect(secrets()).toBe(secrets());
  });

  it("that becomes unusable leaves the secrets in use, and is reported once", () => {
    let time = 0;
    const onError = vi.fn();
    const path = write("s.json", '["one"]');
    const secrets = secretsFromFile(path, { now: () => time, onError });
    write("s.json", "half a fi");
    for (time of [1_000, 2_000, 3_000]) expect(secrets()).toEqual(["one"]);
    expect(onError.mock.calls).toEqual([[expect.objectContaining({ code: "secret_file_unusable" })]]);
    rmSync(path);
    time = 4_000;
    expect(secrets()).toEqual(["one"]);
    expect(onError).toHaveBeenCalledTimes(2);
    write("s.json", '["mended"]');
    time = 5_000;
    expect(secrets()).toEqual(["mended"]);
  });
});

/** What no service returned like this, and the words of the line that is printed. */
const ODD = [
  [`"${SECRET}"`, "is in quotation marks"],
  [`'${SECRET}'`, "is in quotation marks"],
  [` ${SECRET}`, "ends with white space"],
  [`${SECRET} `, "ends with white space"],
  [`${SECRET}\r`, "ends with white space"],
  ["\u00a0x", "ends with white space"],
  ["# production", "begins with #"],
  [`WEBHOOK_SECRET=${SECRET}`, "begins with a name"],
  [`export WEBHOOK_SECRET="${SECRET}"`, "begins with a name"],
  ["WEBHOOK_SECRET=", "begins with a name"],
  [`secret: ${SECRET}`, "begins with a name"],
  [`{"payments":"${SECRET}"}`, "looks like JSON"],
  ["undefined", "missing value"],
  ["\u200bx", "invisible character"],
  ["s\0e\0", "invisible character"],
] as const;
const PLAIN = [
  "abc",
  "aGVsbG8gd29ybGQ=",
  "YWI==",
  "whsec_aB3/+x==",
  "0f".repeat(32),
  "<WEBHOOK_SECRET>",
  "Schlüssel",
  "a-b_c.d~e",
];

describe("a secret that looks like none", () => {
  beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
  const printed = () => vi.mocked(console.error).mock.calls;
  const on = { [EVENT]: () => undefined };

  describe.each(DOORS)("$name", (door) => {
    it.each(ODD)("%j is used as it is written, and told once", async (odd, words) => {
      const path = join(folder, "s.json");
      writeFileSync(path, JSON.stringify([odd]));
      const frozen = Object.freeze([odd]);
      for (const make of [
        () => odd,
        () => [odd],
        () => () => odd,
        () => () => [odd],
        () => () => frozen,
        () => secretsFromFile(path),
      ]) {
        vi.mocked(console.error).mockClear();
        const deliver = door.client({ secrets: make(), on, store: false });
        for (let i = 0; i < 3; i++) expect((await deliver(signed(snapshot(), odd))).status).toBe(204);
        expect(printed()).toEqual([["webhook receiver: secret_odd", expect.stringContaining(words)]]);
        if (odd.includes(SECRET)) expect(String(printed())).not.toContain(SECRET);
      }
    });

    it.each(PLAIN)("%j is none of them", async (secret) => {
      const deliver = door.client({ secrets: secret, on });
      expect((await deliver(signed(snapshot(), secret))).status).toBe(204);
      expect(printed()).toEqual([]);
    });

    it.each([
      ["a byte order mark", `\ufeff${SECRET}`, "secret_unusable"],
      ["what was not UTF-8", Buffer.from("Schlüssel", "latin1").toString(), "secret_unusable"],
      ["half a letter", "\udc00", "secret_unusable"],
      ["nothing", "", "secret_empty"],
      ["undefined, as of a variable that is not set", undefined, "secret_empty"],
      ["null", null, "secret_empty"],
      ["a number", 1, "secret_empty"],
    ])("%s is refused, given or found", async (_, wrong, code) => {
      for (const secrets of [wrong, [wrong], ["x", wrong], [{ label: "a", secret: wrong }]].map(asWrongType)) {
        expect(() => door.client({ secrets, on })).toThrow(expect.objectContaining({ name: "MisuseError", code }));
        const problems: Problem[] = [];
        const deliver = door.client({
          secrets: () => secrets,
          on,
          onProblem: (problem) => void problems.push(problem),
        });
        expect((await deliver(signed(snapshot(), "x"))).status).toBe(500);
        expect(problems).toMatchObject([{ error: { code } }]);
      }
    });
  });

  it("is told of a function with others each time, but not for ever", async () => {
    let n = 0;
    const deliver = DOORS[0]?.client({ secrets: () => Array.from({ length: ++n }, () => " x"), on, onProblem() {} });
    for (let i = 0; i < 20; i++) await deliver?.(signed(snapshot(), "y"));
    expect(printed().length).toBe(16);
  });

  it("is told again when its file has changed", () => {
    let time = 0;
    const path = join(folder, "plain");
    writeFileSync(path, "# production\n");
    const secrets = secretsFromFile(path, { now: () => time });
    writeFileSync(path, `${SECRET}\n"x"\n`);
    time = 1_000;
    for (let i = 0; i < 3; i++) expect(secrets()).toEqual([SECRET, '"x"']);
    const lines = [expect.stringContaining("The secret begins with #"), expect.stringContaining("Secret 2 of 2 is in")];
    expect(printed()).toEqual(lines.map((line) => ["webhook receiver: secret_odd", line]));
  });
});
