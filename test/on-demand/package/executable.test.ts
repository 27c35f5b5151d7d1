/**
 * The command as one file, in a root folder of its own that holds only it, the system libraries that it names, and what
 * a user brings: no Node, no /etc, no /proc, no shell.
 */

import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesBelow } from "../../../scripts/files.ts";
import { freePort } from "../../../scripts/free-port.ts";
import { listen } from "../../../scripts/listen.ts";
import { announceSkip } from "../../../scripts/on-demand.ts";
import { endProcess } from "../../../scripts/running.ts";
import { createReceiver } from "../../../src/index.ts";
import { read, root } from "../../support/repository.ts";
import { run, temp } from "./packed.ts";

const MINUTE = 60_000;
const { version } = JSON.parse(read("package.json"));
const SECRET = "<WEBHOOK_SECRET>";
const BODY = '{"@event":"case_file.payment.confirmed","id":4711}';

const out = join(temp, "out");
const jail = join(temp, "root");
const name = `collections-contract-${process.platform}-${process.arch}`;

/** As root, or as a root that is none outside. */
const chroot = [["chroot"], ["unshare", "-r", "chroot"]].find(
  ([command = "", ...args]) => spawnSync(command, [...args, "/", "/bin/true"]).status === 0,
);
const noChroot =
  process.platform === "linux" && chroot
    ? ""
    : announceSkip("the executable in a chroot", "chroot is not there or not permitted");

type Ended = { code: number; out: string; err: string };

/** Runs the executable with an environment that has nothing but the secret. */
function call(...args: string[]): Promise<Ended> {
  const [command = "", ...rest] = [...(chroot ?? []), jail, `/${name}`, ...args];
  const options = { env: { PATH: process.env["PATH"] ?? "", WEBHOOK_SECRET: SECRET }, timeout: MINUTE };
  return new Promise((resolve) =>
    execFile(command, rest, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, out: stdout, err: stderr }),
    ),
  );
}

beforeAll(async () => {
  const { stdout } = await run(process.execPath, [join(root, "scripts/run.mjs"), "executable", "--out", out]);
  process.stdout.write(`executable: ${stdout}`);
});

describe("the executable", () => {
  it("comes with the licences of all that is in it", () => {
    const text = readFileSync(join(out, `${name}.licences.txt`), "utf8");
    const inside = ["Node", "commander", "hono", "@hono/node-server", "json-p3", "openapi-fetch", "undici", "yaml"];
    for (const one of inside) expect(text).toMatch(new RegExp(`^${one} \\d+\\.\\d+\\.\\d+$`, "m"));
  });

  it("runs Prism of the folder for the mock, without a Node on the path", async () => {
    const project = join(temp, "with-prism");
    mkdirSync(project);
    symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
    const port = await freePort();
    const env = { PATH: "", TMPDIR: temp };
    const mock = spawn(join(out, name), ["mock", "--port", String(port)], { cwd: project, env });
    try {
      const url = `http://127.0.0.1:${port}/api/client_webhooks`;
      const asked = () => fetch(url, { method: "POST" }).then(({ status }) => status, String);
      await expect.poll(asked, { interval: 300 }).toBe(401);
    } finally {
      await endProcess(mock, "SIGINT");
    }
    expect(readdirSync(temp).filter((one) => one.startsWith("collections-contract-"))).toEqual([]);
  });
});

describe.skipIf(noChroot)(`the executable alone${noChroot}`, () => {
  let sandbox: ChildProcess;
  let url = "";

  beforeAll(async () => {
    mkdirSync(join(jail, "tmp"), { recursive: true });
    copyFileSync(join(out, name), join(jail, name));
    const libraries = execFileSync("ldd", [join(out, name)], { encoding: "utf8" }).match(/(?<=\s)\/\S+/g) ?? [];
    for (const library of libraries) {
      mkdirSync(join(jail, dirname(library)), { recursive: true });
      copyFileSync(library, join(jail, library));
    }
    writeFileSync(join(jail, "payment.json"), BODY);
    const [command = "", ...args] = [...(chroot ?? []), jail, `/${name}`, "sandbox", "--port", "0"];
    sandbox = spawn(command, args, { env: { PATH: process.env["PATH"] ?? "" } });
    const said = await new Promise<string>((resolve) => {
      let text = "";
      sandbox.stdout?.on("data", (chunk) => {
        text += chunk;
        if (text.includes("Ctrl-C stops")) resolve(text);
      });
    });
    url = /API \(base_url\) +(\S+)/.exec(said)?.[1] ?? "";
    writeFileSync(join(jail, "driver.mjs"), DRIVER.replaceAll("URL", JSON.stringify(url)));
  });
  afterAll(() => sandbox && endProcess(sandbox, "SIGINT"));

  it("has its version, its help and every explanation", async () => {
    expect(await call("--version")).toEqual({ code: 0, out: `${version}\n`, err: "" });
    expect((await call("help", "sandbox")).out).toContain("--public-url");
    expect((await call("explain", "F-6.5-02")).out).toContain("The service retries");
    expect((await call("doctor")).out).toMatch(/^Nothing required is missing\.$/m);
  });

  it("signs, and verifies what it signed", async () => {
    const { out: signature } = await call("sign", "/payment.json");
    expect((await call("verify", "--signature", signature.trim(), "/payment.json")).code).toBe(0);
    expect((await call("verify", "--signature", signature.trim(), "/driver.mjs")).code).toBe(1);
  });

  it("sends to a receiver", async () => {
    const taken: unknown[] = [];
    const on = {
      "case_file.payment.confirmed": ({ payload }: { payload: { id: number } }) => void taken.push(payload.id),
    };
    const { url, stop } = await listen(createReceiver({ secrets: SECRET, on }).node);
    expect((await call("send", "--url", url, "/payment.json")).code).toBe(0);
    expect((await call("send", "--url", url, "--bad-signature")).code).toBe(1);
    await stop();
    expect(taken).toEqual([4711]);
  });

  it("writes packages for other languages, the same as Node does", async () => {
    const mine = join(temp, "python");
    await run(process.execPath, [join(root, "src/cli.ts"), "generate", "--language", "python", "--out", mine]);
    expect((await call("generate", "--language", "python", "--out", "/tmp/python")).code).toBe(0);
    const files = filesBelow(mine);
    expect(files.length).toBeGreaterThan(20);
    for (const path of files) {
      expect(readFileSync(join(jail, "tmp/python", path), "utf8"), path).toBe(readFileSync(join(mine, path), "utf8"));
    }
  });

  it("compares two documents", async () => {
    const document = JSON.parse(read("generated/openapi.json"));
    writeFileSync(join(jail, "old.json"), JSON.stringify(document));
    delete document.paths["/api/app_webhooks"];
    writeFileSync(join(jail, "new.json"), JSON.stringify(document));
    const { code, out: said } = await call("diff", "/old.json", "/new.json");
    expect(said).toContain("/api/app_webhooks");
    expect(code).toBe(1);
  });

  it("serves the console and the documents of the sandbox", async () => {
    for (const [path, part] of [
      ["/_console", "<title>"],
      ["/_console/console.css", "{"],
      ["/_docs/openapi.json", '"openapi"'],
    ])
      expect(await (await fetch(url + path)).text()).toContain(part);
  });

  it.each([
    ["an ES module of the disk", () => "/driver.mjs"],
    ["a driver over HTTP", () => `${url}/_control/driver`],
  ])("judges a service through %s", async (_, driver) => {
    const { code, out: said, err } = await call("test", "api", "--driver", driver(), "--only", "token", "--json");
    expect(err).toBe("");
    expect(JSON.parse(said).summary).toMatchObject({ failed: 0 });
    expect(JSON.parse(said).summary.passed).toBeGreaterThan(5);
    expect(code).toBe(0);
  });
});

/** Takes what the sandbox has for drivers; the top-level await is what only an ES module may have. */
const DRIVER = `const answer = await fetch(URL + "/_control/profile");
if (!answer.ok) throw new Error("no sandbox");
export default {
  baseUrl: URL,
  authUrl: URL,
  async credentials() {
    const headers = { "content-type": "application/json" };
    return (await fetch(URL + "/_control/oauth/code", { method: "POST", headers, body: "{}" })).json();
  },
};
`;
