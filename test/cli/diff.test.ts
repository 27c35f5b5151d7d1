import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startServer, text } from "../support/http-server.ts";
import type { Json } from "../support/json.ts";
import { root } from "../support/repository.ts";
import { cliHere as cli, scratch } from "./run.ts";

const generatedFile = (file: string) => join(root, "generated", file);
const folder = scratch();
const at = (name: string) => join(folder, name);
const write = (name: string, text: string | Buffer) => {
  writeFileSync(at(name), text);
  return at(name);
};

/** A copy of the OpenAPI document with a change. */
function writeChanged(name: string, change: (document: Json) => void): string {
  const document = JSON.parse(readFileSync(generatedFile("openapi.json"), "utf8"));
  change(document);
  return write(name, JSON.stringify(document));
}

describe("diff", () => {
  it.each([
    ["a document with itself", generatedFile("openapi.json"), generatedFile("openapi.json")],
    ["JSON with YAML", generatedFile("openapi.json"), generatedFile("openapi.yaml")],
    ["the bundled documents with the hand-written ones", generatedFile(""), join(root, "spec")],
  ])("finds nothing between %s", async (_, old, fresh) => {
    const { code, stdout } = await cli(["diff", old, fresh]);
    expect(stdout).toBe("No difference.\n");
    expect(code).toBe(0);
  });

  it("says what breaks whom, and exits with 1", async () => {
    const file = writeChanged("fewer.json", ({ components }) => {
      components.schemas.AppWebhookWrite.properties.events.maxItems = 50;
    });
    const { code, stdout, stderr } = await cli(["diff", generatedFile("openapi.json"), file]);
    expect(stdout).toContain("Breaking (1)\n  AppWebhookWrite.events  maxItems: 50 instead of 100, in requests.");
    expect(stdout).toContain("senders: What they send today may be refused.");
    expect(stdout).not.toContain("receivers:");
    expect(stdout).toMatch(/The next version is a major one\.\n$/);
    expect(stdout).not.toContain("\u001b");
    expect([code, stderr]).toEqual([1, ""]);
  });

  it("does not say that what no rule decides breaks nobody", async () => {
    const file = writeChanged("narrowed.json", ({ components }) => {
      components.schemas.AppWebhookWrite.propertyNames = { pattern: "^[a-z]" };
    });
    const compare = async (...args: string[]) =>
      (await cli(["diff", generatedFile("openapi.json"), file, ...args])).stdout;
    expect(await compare()).toMatch(/^1 unclassified\. The next version is at least a minor one\.$/m);
    expect(await compare("--format", "markdown")).toContain("## 1 unclassified. The next version is at least a minor");
  });

  it("tells a program the same, with every effect", async () => {
    const both = at("both");
    cpSync(generatedFile(""), both, { recursive: true });
    for (const kind of ["openapi", "asyncapi"])
      writeFileSync(
        join(both, `${kind}.json`),
        readFileSync(generatedFile(`${kind}.json`), "utf8").replaceAll("X-Service-Signature", "X-Other-Signature"),
      );
    const { code, stdout } = await cli(["diff", generatedFile(""), both, "--json"]);
    const { schema, changes, counts, bump } = JSON.parse(stdout);
    expect([schema, bump, code]).toEqual([1, "major", 1]);
    expect(counts).toMatchObject({ breaking: 1, unclassified: 0 });
    expect(changes[0]).toMatchObject({
      documents: ["openapi", "asyncapi"],
      kind: "signature.header",
      verdict: "breaking",
      breaks: ["receivers", "generatedClients"],
      effects: { senders: "Not affected." },
    });
  });

  it("colours where it is told to", async () => {
    const file = writeChanged("gone.json", ({ paths }) => void delete paths["/api/app_webhooks"].post);
    const { stdout } = await cli(["diff", generatedFile("openapi.json"), file], { env: { FORCE_COLOR: "1" } });
    expect(stdout).toContain("\u001b[31m");
  });

  it("shows no control characters of a document", async () => {
    const file = writeChanged("escape.json", ({ paths }) => {
      paths["/api/\u001b[31m\u202ex"] = { get: { responses: {} } };
    });
    const { stdout } = await cli(["diff", generatedFile("openapi.json"), file]);
    expect(stdout).toContain("\\u001b[31m\\u202ex");
  });
});

it("YAML may merge an anchor into an object", async () => {
  const text = (common: string) =>
    `openapi: 3.1.1\ninfo: {title: T, version: "1"}\npaths: {}\nx-common: &common {type: string, minLength: 1}\n` +
    `components:\n  schemas:\n    A: {type: object, properties: {a: {${common}, maxLength: 5}}}\n`;
  const old = write("merged.yaml", text("<<: *common"));
  const { code, stdout } = await cli(["diff", old, write("written.yaml", text("type: string, minLength: 1"))]);
  expect([stdout, code]).toEqual(["No difference.\n", 0]);
});

describe("what cannot be compared", () => {
  const reference = (ref: string) =>
    writeChanged(
      "reference.json",
      ({ components }) => void Object.assign(components.schemas, { AppIri: { $ref: ref } }),
    );
  const huge = () => {
    const lines = ["openapi: 3.1.1", "a: &a [x, x, x, x, x, x, x, x, x]"];
    for (let i = 1; i < 9; i++)
      lines.push(
        `${"abcdefghi"[i]}: &${"abcdefghi"[i]} [${Array(9)
          .fill(`*${"abcdefghi"[i - 1]}`)
          .join()}]`,
      );
    return write("aliases.yaml", lines.join("\n"));
  };
  const yaml = (value: string) => write("tagged.yaml", `openapi: 3.1.1\ninfo: {}\nx-tagged: ${value}\n`);
  const link = (name: string, target: string) => {
    rmSync(at(name), { force: true });
    symlinkSync(target, at(name));
    return at(name);
  };
  const linkedOut = () => {
    link("out.json", generatedFile("openapi.json"));
    return reference("./out.json");
  };
  const empty = () => {
    mkdirSync(at("empty"), { recursive: true });
    return at("empty");
  };

  it.each(
    Object.entries<[() => string, string]>({
      "a file that is not there": [() => at("nowhere.yaml"), "document_unreadable"],
      "a folder without documents": [empty, "document_unreadable"],
      "broken YAML": [() => write("broken.yaml", "openapi: 3.1.1\n a: [\n"), "document_syntax"],
      "broken JSON": [() => write("broken.json", '{"openapi": "3.1.1",'), "document_syntax"],
      "a member twice": [() => write("twice.yaml", "openapi: 3.1.1\nopenapi: 3.1.0\n"), "document_syntax"],
      "bytes that are no text": [() => write("bytes.yaml", Buffer.from([0xff, 0xfe, 0])), "document_syntax"],
      "a bomb of aliases": [huge, "document_too_large"],
      "a list with keys": [() => yaml("!!omap [a: 1]"), "document_syntax"],
      "a set": [() => yaml("!!set {a}"), "document_syntax"],
      "a date": [() => write("date.yaml", "%YAML 1.1\n---\nopenapi: 3.1.1\na: 2001-01-01\n"), "document_syntax"],
      bytes: [() => yaml("!!binary aGVsbG8="), "document_syntax"],
      "a tag of its own": [() => yaml("!secret text"), "document_syntax"],
      "a number and a text that are the same key": [() => yaml('{1: a, "1": b}'), "document_syntax"],
      "a key that is a list": [() => yaml("{? [a] : b}"), "document_syntax"],
      "YAML that is nested too deeply": [() => yaml("[".repeat(20_000)), "document_too_large"],
      "a link to itself": [() => link("loop.json", "loop.json"), "document_unreadable"],
      "a reference to a link to itself": [() => reference("./loop.json"), "document_unreadable"],
      "a reference to a link out of the folder": [linkedOut, "document_reference"],
      "an old format": [() => write("old.json", '{"swagger": "2.0"}'), "document_unknown"],
      "a part of another type": [
        () => writeChanged("malformed.json", (document) => Object.assign(document.paths, { "/x": null })),
        "document_malformed",
      ],
      "something else": [() => write("list.yaml", "- a\n- b\n"), "document_unknown"],
      "a document of the other kind": [() => generatedFile("asyncapi.json"), "documents_differ"],
      "a folder that has more": [() => generatedFile(""), "documents_differ"],
      "a reference to nothing": [() => reference("#/components/schemas/Nothing"), "document_reference"],
      "a reference to itself": [() => reference("#/components/schemas/AppIri"), "document_reference"],
      "a reference to nothing in a schema that nothing uses": [
        () =>
          writeChanged("unused.json", ({ components }) => {
            components.schemas.Unused = { $ref: "#/components/schemas/Nothing" };
          }),
        "document_reference",
      ],
      "a reference out of the folder": [() => reference("../../../../etc/passwd"), "document_reference"],
      "a reference to a missing file": [() => reference("./missing.yaml"), "document_unreadable"],
      "far too many levels": [
        () => write("deep.json", `{"openapi":"3.1.1","a":${"[".repeat(300)}${"]".repeat(300)}}`),
        "document_too_large",
      ],
    }),
  )("%s", async (_, [file, code]) => {
    const result = await cli(["diff", generatedFile("openapi.json"), file(), "--json"]);
    expect(result.stdout).toBe("");
    expect(JSON.parse(result.stderr).error.code).toBe(code);
    expect(result.code).toBe(2);
  });

  it("says where YAML has what JSON lacks", async () => {
    const { stderr } = await cli(["diff", generatedFile("openapi.json"), yaml("!!set {a}")]);
    expect(stderr).toContain("tagged.yaml: !!set is not JSON data, line 3");
  });

  it("follows a link that stays in the folder", async () => {
    link("inside.json", write("part.json", '{"type": "string"}'));
    const { code } = await cli(["diff", reference("./inside.json"), reference("./inside.json")]);
    expect(code).toBe(0);
  });

  it("never asks another host for what is referred to", async () => {
    const { url, asked, stop } = await startServer(text(200, "{}"));
    const { code, stdout } = await cli(["diff", generatedFile("openapi.json"), reference(`${url}/schema.json`)]);
    await stop();
    expect([code, asked]).toEqual([1, []]);
    expect(stdout).toContain("AppIri");
  });
});
