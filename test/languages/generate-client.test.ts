/**
 * `generateClient` and `collections-contract generate`: the same bytes every time, all of them or none, and nobody's
 * files are lost.
 */

import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CONTRACT_VERSION } from "../../generated/constants.ts";
import { namesFrom } from "../../src/cli/package-names.ts";
import { checkClient, generateClient, LANGUAGES } from "../../src/languages/index.ts";
import { MANIFEST } from "../../src/languages/manifest.ts";
import { cliHere } from "../cli/run.ts";
import { filesOf } from "../generate/copy.ts";
import { files, read, root, trackedFiles } from "../support/repository.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder("generate-client-");
let count = 0;
const newFolder = () => join(scratch, `out-${++count}`);
const languages = Object.keys(LANGUAGES);

describe.each(languages)("%s", async (language) => {
  const out = newFolder();
  const generated = await generateClient({ language, out });

  it("is written with its README, tests, receiver, vectors and models", () => {
    expect(generated.files).toEqual([...filesOf(out).keys()].sort());
    expect(generated.files).toEqual(
      expect.arrayContaining([
        "README.md",
        "vectors/payloads.json",
        "vectors/signature.json",
        "vectors/client.json",
        "vectors/json.json",
        "vectors/receiver.json",
        "vectors/webhook-urls.json",
        "licences/hapi-tlds.txt",
      ]),
    );
    expect(generated.files.some((file) => /^examples\/.*(receiver|config\.ru)/i.test(file))).toBe(true);
    expect(generated.next[0]).toBe(`cd ${out}`);
    expect(generated.next.length).toBeGreaterThanOrEqual(3);
    expect(readFileSync(join(out, "vectors/signature.json"), "utf8")).toBe(read("spec/vectors/signature.json"));
  });

  it("has the models that generated/ shows", () => {
    const shown = [...filesOf(join(root, "generated/languages", language))];
    const written = filesOf(out);
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.filter(([file, text]) => written.get(file) !== text).map(([file]) => file)).toEqual([]);
  });

  it("is the same every time", async () => {
    const again = newFolder();
    await generateClient({ language, out: again });
    expect(filesOf(again)).toEqual(filesOf(out));
  });

  it("has no placeholder left, and the version where a manifest wants it", () => {
    const all = [...filesOf(out)];
    expect(
      all.filter(([, text]) => /\{\{(version|signatureHeader|event)\}\}/.test(text)).map(([file]) => file),
    ).toEqual([]);
    expect(all.find(([file]) => file === "README.md")?.[1]).toContain(CONTRACT_VERSION);
  });

  it("has every file that its README names", () => {
    const { files: made } = generated;
    const named = readFileSync(join(out, "README.md"), "utf8").matchAll(
      /`([\w./-]+\.(?:cfg|go|java|php|py|rb|rs|ts))`/g,
    );
    const missing = [...named]
      .map(([, file]) => file)
      .filter((file) => !made.some((one) => `/${one}`.endsWith(`/${file}`)));
    expect(missing).toEqual([]);
  });

  it("repeats no name of the documents by hand where the generated constants have it", () => {
    const folder = `src/languages/templates/${language}/`;
    const code = files(folder, /./).filter((file) => !/\.md$|\/tests?\/|[._]test\.|Test\.|_spec\./.test(file));
    expect(code.filter((file) => /x-service-signature|\/api\/client_webhooks|\/oauth\/v2/i.test(read(file)))).toEqual(
      [],
    );
  });
});

describe("the templates", () => {
  it("hold nothing that is not in the repository, and no file that npm would leave out", () => {
    const tracked = new Set(trackedFiles());
    const all = files("src/languages/templates", /./);
    expect(all.filter((file) => !tracked.has(file))).toEqual([]);
    expect(
      all.filter((file) => /\/(\.gitignore|\.npmignore|\.npmrc|\.DS_Store|package-lock\.json)$/.test(file)),
    ).toEqual([]);
  });

  it("are of the languages that are offered, and so are the models", () => {
    expect(readdirSync(join(root, "src/languages/templates")).sort()).toEqual([...languages].sort());
    const made = readdirSync(join(root, "generated/languages")).filter((name) => !name.endsWith(".json"));
    expect(made.sort()).toEqual([...languages].sort());
  });
});

describe("the folder", () => {
  const language = languages[0] as string;

  it("may be empty", async () => {
    const out = newFolder();
    mkdirSync(out);
    await generateClient({ language, out });
    expect(existsSync(join(out, "README.md"))).toBe(true);
  });

  it("that is not empty is refused, and left as it is", async () => {
    const out = newFolder();
    mkdirSync(out);
    writeFileSync(join(out, "mine.txt"), "mine");
    await expect(generateClient({ language, out })).rejects.toMatchObject({ code: "out_not_empty" });
    expect([...filesOf(out)]).toEqual([["mine.txt", "mine"]]);
  });

  it("keeps with force what is not of the package, and gets the rest anew", async () => {
    const out = newFolder();
    await generateClient({ language, out });
    writeFileSync(join(out, "mine.txt"), "mine");
    writeFileSync(join(out, "README.md"), "old");
    const elsewhere = join(scratch, "elsewhere.txt");
    writeFileSync(elsewhere, "untouched");
    rmSync(join(out, "vectors/signature.json"));
    symlinkSync(elsewhere, join(out, "vectors/signature.json"));
    await generateClient({ language, out, force: true });
    expect(readFileSync(join(out, "mine.txt"), "utf8")).toBe("mine");
    expect(readFileSync(join(out, "README.md"), "utf8")).not.toBe("old");
    expect(readFileSync(join(out, "vectors/signature.json"), "utf8")).toBe(read("spec/vectors/signature.json"));
    expect(readFileSync(elsewhere, "utf8")).toBe("untouched");
  });

  it("is current after it was written, and tells what differs later", async () => {
    const out = newFolder();
    await generateClient({ language, out });
    expect(await checkClient({ language, out })).toMatchObject({ isCurrent: true, differences: [] });
    const old = "vectors/payloads.json";
    writeFileSync(join(out, old), "{}");
    const manifest = JSON.parse(readFileSync(join(out, MANIFEST), "utf8"));
    manifest.files[old] = createHash("sha256").update("{}").digest("hex");
    manifest.files["gone.txt"] = "0";
    writeFileSync(join(out, "gone.txt"), "");
    writeFileSync(join(out, MANIFEST), JSON.stringify(manifest));
    writeFileSync(join(out, "README.md"), "mine");
    rmSync(join(out, "vectors/signature.json"));
    const { isCurrent, differences } = await checkClient({ language, out });
    expect(isCurrent).toBe(false);
    expect(Object.fromEntries(differences.map(({ file, state }) => [file, state]))).toEqual({
      "README.md": "edited",
      [MANIFEST]: "edited",
      "gone.txt": "dropped",
      [old]: "old",
      "vectors/signature.json": "missing",
    });
    expect(readFileSync(join(out, "README.md"), "utf8")).toBe("mine");
  });

  it("is current if git changed its line ends", async () => {
    const out = newFolder();
    await generateClient({ language, out });
    for (const file of filesOf(out).keys()) {
      const text = readFileSync(join(out, file), "utf8");
      writeFileSync(join(out, file), text.replaceAll("\n", "\r\n"));
    }
    expect(await checkClient({ language, out })).toMatchObject({ isCurrent: true, differences: [] });
  });

  it("keeps with force every edited file under another name, and names it", async () => {
    const out = newFolder();
    await generateClient({ language, out });
    for (const text of ["first", "second"]) {
      writeFileSync(join(out, "README.md"), text);
      const { kept } = await generateClient({ language, out, force: true });
      const as = text === "first" ? "README.md.edited" : "README.md.edited-2";
      expect(kept).toEqual([{ file: "README.md", as }]);
      expect(readFileSync(join(out, as), "utf8")).toBe(text);
    }
    expect((await checkClient({ language, out })).isCurrent).toBe(true);
    expect((await generateClient({ language, out, force: true })).kept).toEqual([]);
  });

  it("is not written through a linked folder inside of it, and nothing beyond the link is touched", async () => {
    const [out, elsewhere] = [newFolder(), newFolder()];
    await generateClient({ language, out });
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, "signature.json"), "untouched");
    rmSync(join(out, "vectors"), { recursive: true });
    symlinkSync(elsewhere, join(out, "vectors"));
    const before = filesOf(out);
    await expect(generateClient({ language, out, force: true })).rejects.toMatchObject({ code: "out_linked" });
    expect([...filesOf(elsewhere)]).toEqual([["signature.json", "untouched"]]);
    expect(filesOf(out)).toEqual(before);
    expect((await checkClient({ language, out })).isCurrent).toBe(false);
  });

  it("that is a file or a link is refused", async () => {
    const [file, link] = [newFolder(), newFolder()];
    writeFileSync(file, "text");
    symlinkSync(scratch, link);
    await expect(generateClient({ language, out: file, force: true })).rejects.toMatchObject({ code: "out_no_folder" });
    await expect(generateClient({ language, out: link, force: true })).rejects.toMatchObject({ code: "out_no_folder" });
  });

  it("that cannot be written is told, and nothing is left beside it", async () => {
    const parent = newFolder();
    mkdirSync(parent);
    // A folder of the package stands where the user has a file: it comes to light in the middle of writing.
    const out = join(parent, "out");
    mkdirSync(out);
    writeFileSync(join(out, "vectors"), "mine");
    await expect(generateClient({ language, out, force: true })).rejects.toMatchObject({ code: "out_unwritable" });
    expect([...filesOf(parent)]).toEqual([["out/vectors", "mine"]]);
    expect(readdirSync(parent)).toEqual(["out"]);
  });

  it.skipIf(process.getuid?.() === 0)("of a place that is closed is told", async () => {
    const parent = newFolder();
    mkdirSync(parent);
    chmodSync(parent, 0o500);
    await expect(generateClient({ language, out: join(parent, "out") })).rejects.toMatchObject({
      code: "out_unwritable",
    });
  });
});

describe("the language", () => {
  it.each(["perl", "", "__proto__", "toString", "../python", "Python"])("%j is refused", async (language) => {
    const out = newFolder();
    await expect(generateClient({ language, out })).rejects.toMatchObject({ code: "language_unknown" });
    expect(existsSync(out)).toBe(false);
  });
});

describe("own names", () => {
  const generated = async (name: string, names: object) => {
    const out = newFolder();
    await generateClient({ language: name, out, names });
    expect((await checkClient({ language: name, out, names })).isCurrent).toBe(true);
    return filesOf(out);
  };
  const holding = (written: Map<string, string>, old: RegExp) =>
    [...written].filter(([file, text]) => old.test(`${file}\n${text}`)).map(([file]) => file);

  it("replace the names of the template everywhere", async () => {
    const python = await generated("python", { package: "acme_payments" });
    expect(python.has("src/acme_payments/receiver.py")).toBe(true);
    expect(holding(python, /collections_contract/)).toEqual([]);
    const go = await generated("go", { package: "payments", module: "acme.example/go/payments" });
    expect(go.get("go.mod")).toMatch(/^module acme\.example\/go\/payments$/m);
    expect(go.get("models.go")).toMatch(/^package payments$/m);
    expect(holding(go, /collectionscontract/)).toEqual([]);
    const java = await generated("java", { package: "com.acme.payments", group: "com.acme" });
    expect(java.get("src/main/java/com/acme/payments/Receiver.java")).toMatch(/^package com\.acme\.payments;$/m);
    expect(java.get("pom.xml")).toContain("<groupId>com.acme</groupId>");
    expect(java.get("README.md")).toContain("src/main/java/com/acme/payments/");
    expect(holding(java, /collectionscontract/)).toEqual([]);
    const php = await generated("php", { package: String.raw`Acme\Payments` });
    expect(php.get("src/Receiver.php")).toMatch(/^namespace Acme\\Payments;$/m);
    expect(JSON.parse(php.get("composer.json") ?? "").autoload["psr-4"]).toEqual({ "Acme\\Payments\\": "src/" });
    expect(holding(php, /CollectionsContract/)).toEqual([]);
    const typescript = await generated("typescript", { package: "@acme/payments" });
    expect(JSON.parse(typescript.get("package.json") ?? "").name).toBe("@acme/payments");
  });

  it("are taken as --package in every language, and its help says what they look like", async () => {
    const help = (await cliHere(["generate", "--help"])).stdout;
    const about = help.replaceAll(/\s+/g, " ").match(/--package <name> (.*?) --group/)?.[1] ?? "";
    for (const [name, { title }] of Object.entries(LANGUAGES)) {
      const example = new RegExp(`${title}\\b[^()]*\\(([^()]*)\\)`).exec(about)?.[1]?.split(" ").at(-1) ?? "";
      expect([name, [...(await generated(name, { package: example })).values()].join("\n")]).toEqual([
        name,
        expect.stringContaining(example),
      ]);
    }
  });

  it("follow from the fact `package` of a deployment, without a trace of ours", async () => {
    const facts = {
      name: "@acme/pay-in",
      version: "3.2.1",
      group: "com.acme-pay",
      module: "go.acme.example/payments/v3",
    };
    const python = await generated("python", namesFrom("python", facts));
    expect(python.has("src/acme_pay_in/receiver.py")).toBe(true);
    expect(python.get("pyproject.toml")).toMatch(/^name = "acme-pay-in"\nversion = "3\.2\.1"$/m);
    const go = await generated("go", namesFrom("go", facts));
    expect(go.get("go.mod")).toMatch(/^module go\.acme\.example\/payments\/v3$/m);
    expect(go.get("models.go")).toMatch(/^package payments$/m);
    const java = await generated("java", namesFrom("java", facts));
    expect(java.has("src/main/java/com/acme_pay/pay_in/Receiver.java")).toBe(true);
    const pom = java.get("pom.xml") ?? "";
    expect(pom).toMatch(
      /<groupId>com\.acme-pay<\/groupId>\s+<artifactId>acme-pay-in<\/artifactId>\s+<version>3\.2\.1</,
    );
    expect(pom.match(/3\.2\.1/g)).toHaveLength(1);
    const typescript = await generated("typescript", namesFrom("typescript", facts));
    expect(JSON.parse(typescript.get("package.json") ?? "")).toMatchObject({
      name: "@acme/pay-in-payments",
      version: "3.2.1",
    });
    const php = await generated("php", namesFrom("php", facts));
    expect(JSON.parse(php.get("composer.json") ?? "")).toMatchObject({ name: "acme/pay-in", version: "3.2.1" });
    expect(php.get("src/Client.php")).toMatch(/^namespace AcmePayIn;$/m);
    const rust = await generated("rust", namesFrom("rust", facts));
    expect(rust.get("Cargo.toml")).toMatch(/^version = "3\.2\.1"$/m);
    expect(rust.get("Cargo.toml")).toMatch(/^name = "acme_pay_in"$/m);
    expect(rust.get("examples/onboarding.rs")).toMatch(/^use acme_pay_in::/m);
    const ruby = await generated("ruby", namesFrom("ruby", facts));
    expect(ruby.has("lib/acme_pay_in/receiver.rb") && ruby.has("acme_pay_in.gemspec")).toBe(true);
    expect(ruby.get("lib/acme_pay_in/receiver.rb")).toMatch(/^module AcmePayIn$/m);
    for (const [name, written] of Object.entries({ python, go, java, rust, ruby }))
      expect(holding(written, /collectionscontract|collections_contract/), name).toEqual([]);
    for (const written of [ruby, php]) expect(holding(written, /CollectionsContract/)).toEqual([]);
  });

  it("stay those of the template where the fact says nothing", async () => {
    const facts = { name: "pay-in", version: "1.0.0" };
    expect(namesFrom("go", facts)).toEqual({});
    expect(namesFrom("java", facts)).toEqual({ distribution: "pay-in", version: "1.0.0" });
    const out = newFolder();
    const names = namesFrom("python", { name: "3pay", version: "1.0.0" });
    await expect(generateClient({ language: "python", out, names })).rejects.toMatchObject({
      code: "name_unusable",
      message: expect.stringContaining('--package "3pay"'),
    });
  });

  it.each([
    ["python", { package: "acme-payments" }],
    ["python", { group: "com.acme" }],
    ["go", { module: "a b" }],
    ["java", { package: "com/acme" }],
    ["java", { package: "com.acme/../../x" }],
    ["ruby", { package: "Acme::Pay" }],
    ["rust", { package: "acme-pay" }],
    ["php", { package: "acme-pay" }],
    ["php", { package: "Acme\\\\Pay\\" }],
    // Words of the language, its own types, and what the package imports itself.
    ["python", { package: "class" }],
    ["python", { package: "json" }],
    ["go", { package: "func" }],
    ["java", { package: "com.import" }],
    ["java", { package: "java.pay" }],
    ["ruby", { package: "class" }],
    ["ruby", { package: "json" }],
    ["rust", { package: "crate" }],
    ["rust", { package: "std" }],
    ["php", { package: "Acme\\Namespace" }],
    ["typescript", { package: "Acme Pay" }],
  ])("are refused for %s where they cannot be: %j", async (name, names) => {
    const out = newFolder();
    await expect(generateClient({ language: name, out, names })).rejects.toMatchObject({ code: "name_unusable" });
    expect(existsSync(out)).toBe(false);
  });
});

describe("the command", () => {
  const cli = (...args: string[]) => cliHere(["generate", ...args], { cwd: scratch });

  it("lists what was written and what to run next", async () => {
    const out = newFolder();
    const { code, stdout, stderr } = await cli("--language", "python", "--out", out);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const file of filesOf(out).keys()) expect(stdout).toContain(`  ${file}\n`);
    expect(stdout).toContain(`  cd ${out}\n  python3 -m unittest\n`);
  });

  it("tells the same as JSON", async () => {
    const { stdout } = await cli("--language", "python", "--out", "with space", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      language: "python",
      out: "with space",
      next: ["cd 'with space'", "python3 -m unittest", expect.any(String), expect.any(String)],
    });
  });

  it("names the command that writes the tarball on which the package for TypeScript depends", async () => {
    const out = newFolder();
    const { next } = JSON.parse((await cli("--language", "typescript", "--out", out, "--json")).stdout);
    expect(next).toEqual([`cd ${out}`, `npm run --prefix ${root} pack -- "$PWD"`, "npm install", ...next.slice(3)]);
    const { dependencies } = JSON.parse(readFileSync(join(out, "package.json"), "utf8"));
    const { name, version } = JSON.parse(read("package.json"));
    expect(dependencies).toEqual({ [name]: `file:${name}-${version}.tgz` });
    expect(readFileSync(join(out, "README.md"), "utf8")).toContain(`${name}-${version}.tgz`);
  });

  it("ends with 1 where --check finds a difference, and names the file that --force kept", async () => {
    const out = newFolder();
    const name = ["--language", "python", "--out", out] as const;
    await cli(...name);
    expect(await cli(...name, "--check")).toMatchObject({ code: 0, stdout: `${out} is current.\n` });
    writeFileSync(join(out, "README.md"), "mine");
    const { code, stdout } = await cli(...name, "--check");
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining("README.md is edited") });
    expect((await cli(...name, "--force")).stdout).toContain("  README.md -> README.md.edited\n");
  });

  it("ends with 2 and the code where it refuses", async () => {
    const { code, stdout, stderr } = await cli("--language", "cobol", "--out", "x");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("language_unknown");
  });

  it("names the languages in its help, with an example", async () => {
    const { stdout } = await cli("--help");
    for (const language of languages) expect(stdout).toContain(language);
    expect(stdout).toContain("collections-contract generate --language python --out payments-python");
  });
});
