/** What a table of secrets refuses before it asks the database; test/on-demand/secrets.test.ts has the rest. */

import { describe, expect, it } from "vitest";
import { postgresSecrets, postgresSecretsTable } from "../../src/index.ts";
import { asWrongType } from "../support/wrong-type.ts";

const connect = () => Promise.reject(new Error("nothing may be asked"));
const secrets = postgresSecrets({ postgres: { connect } });
const refused = expect.objectContaining({ name: "MisuseError", code: "receiver_option" });

describe("postgresSecrets", () => {
  it.each<object>([
    {},
    { postgres: { query() {} } },
    // A Client of pg.
    { postgres: { connect, processID: 1 } },
    { postgres: { connect }, table: "a.b.c" },
    { postgres: { connect }, table: 'a"; DROP TABLE b' },
    { postgres: { connect }, ownerOf: "acme" },
    { postgres: { connect }, timeoutMs: 0 },
    { postgres: { connect }, encryptionKeys: "short" },
    { postgres: { connect }, encryptionKeys: [] },
  ])("refuses %j", (options) => {
    expect(() => postgresSecrets(asWrongType(options))).toThrow(refused);
  });

  it.each(["", "\0", "\ud800", "x".repeat(201), undefined])("refuses %j as a name", async (name) => {
    await expect(secrets.add(name as string, "s")).rejects.toThrow(refused);
    await expect(secrets.remove(name as string)).rejects.toThrow(refused);
    if (name !== undefined) await expect(secrets.add("acme", "s", name)).rejects.toThrow(refused);
  });

  it("refuses an empty secret", async () => {
    await expect(secrets.add("acme", "")).rejects.toThrow(expect.objectContaining({ code: "secret_empty" }));
  });

  it.each(["/payments/", "/payments/%", "/payments/%00", "/payments/%ff", "http://[", `/${"x".repeat(201)}`])(
    "finds nobody in the URL %s, without a question",
    async (url) => {
      const found = await secrets.find({ url, headers: new Headers() });
      expect(found.secrets).toMatch(/^.{72}$/);
    },
  );

  it("has a table name in its SQL, quoted", () => {
    expect(postgresSecretsTable("Our-App.secrets")).toContain('"Our-App"."secrets"');
  });
});
