/** `generateClient` and `collections-contract generate`: the same bytes every time, all of them or none, and nobody's files are lost. */

import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { CONTRACT_VERSION } from "../../generated/constants.ts";
import { generateClient, LANGUAGES } from "../../src/languages/index.ts";
import { filesOf } from "../generate/copy.ts";
import { files, read, root, trackedFiles } from "../support/repository.ts";

const run = promisify(execFile);
const scratch = mkdtempSync(join(tmpdir(), "generate-client-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let count = 0;
const newFolder = () => join(scratch, `out-${++count}`);
const languages = Object.keys(LANGUAGES);

describe.each(languages)("%s", (language) => {
  it("is written with its README, tests, receiver, vectors and models", async () => {
    const out = newFolder();
    const generated = await generateClient({ language, out });
    expect(generated.files).toEqual([...filesOf(out).keys()].sort());
    expect(generated.files).toEqual(
      expect.arrayContaining(["README.md", "vectors/payloads.json", "vectors/signature.json"]),
    );
    expect(generated.files.some((file) => /receiver/i.test(file) && /example/i.test(file))).toBe(true);
    expect(generated.next[0]).toBe(`cd ${out}`);
    expect(generated.next.length).toBe(3);
    expect(readFileSync(join(out, "vectors/signature.json"), "utf8")).toBe(read("spec/vectors/signature.json"));
  });

  it("is the same every time", async () => {
    const [one, two] = [newFolder(), newFolder()];
    await generateClient({ language, out: one });
    await generateClient({ language, out: two });
    expect(filesOf(one)).toEqual(filesOf(two));
  });

  it("has no placeholder left, and the version where a manifest wants it", async () => {
    const out = newFolder();
    await generateClient({ language, out });
    const all = [...filesOf(out)];
    expect(
      all.filter(([, text]) => /\{\{(version|signatureHeader|event)\}\}/.test(text)).map(([file]) => file),
    ).toEqual([]);
    expect(all.find(([file]) => file === "README.md")?.[1]).toContain(CONTRACT_VERSION);
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

describe("the command", () => {
  const cli = (...args: string[]) =>
    run(process.execPath, [join(root, "src/cli.ts"), "generate", ...args], { cwd: scratch }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );

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
      next: ["cd 'with space'", "python3 -m unittest", expect.any(String)],
    });
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
