/** Secrets with labels, and from a file that changes while the receiver runs (F-2.2-02, F-6.3-05). */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { VerifiedEvent } from "../../src/receive/events.ts";
import type { ReceiverOptions } from "../../src/receive/options.ts";
import { secretsFromFile } from "../../src/receive/secrets-file.ts";
import { codeOf, DOORS, EVENT, signed, snapshot } from "../support/receiver.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "secrets-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

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
  ])("%s with %j is refused, without a word of it", (name, text) => {
    const failed = () => secretsFromFile(write(name, text));
    expect(failed).toThrow(expect.objectContaining({ name: "MisuseError", code: "secret_file_unusable" }));
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
