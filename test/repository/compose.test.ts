/** The image and the compose file, as far as they can be checked without an engine: none was at hand. */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { request } from "node:http";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { freePort } from "../../scripts/free-port.ts";
import { createProgram } from "../../src/cli/program.ts";
import { read, root } from "../support/repository.ts";

const FOLDER = "examples/compose";

type Service = {
  build?: { context: string; dockerfile: string };
  image?: string;
  command: string[];
  environment: Record<string, string | number>;
  ports?: string[];
  volumes?: string[];
  working_dir?: string;
};
const { services } = parse(read(`${FOLDER}/compose.yaml`)) as { services: Record<"sandbox" | "receiver", Service> };
const instructions = read(`${FOLDER}/Dockerfile`)
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split(/ (.*)/s).slice(0, 2) as [string, string]);
const image = Object.fromEntries(instructions);

/** Options that `sandbox` does not have. */
function unknownIn([verb, ...rest]: string[]): string[] {
  const command = createProgram().commands.find((one) => one.name() === verb);
  const options = rest.filter((word) => word.startsWith("--")).map((word) => word.split("=")[0]);
  return options.filter((name) => !command?.options.some(({ long }) => long === name)) as string[];
}

describe("the image", () => {
  it("has one base by name and version, the executable, and a user who may do nothing else", () => {
    expect(instructions.map(([name]) => name)).toEqual(["FROM", "COPY", "USER", "EXPOSE", "ENTRYPOINT", "CMD"]);
    expect(image["FROM"]).toMatch(/^[a-z]+:\d+-slim$/);
    expect(image["USER"]).toBe("nobody");
  });

  it("takes the file that npm run executable writes on Linux x64, and runs it", () => {
    const [, from, to] = /^--chmod=755 (\S+) (\S+)$/.exec(image["COPY"] ?? "") ?? [];
    expect(from).toBe(`${JSON.parse(read("package.json")).name}-linux-x64`);
    expect(read("scripts/executable.ts")).toContain(`\${name}-\${process.platform}-\${process.arch}`);
    expect(JSON.parse(image["ENTRYPOINT"] ?? "")).toEqual([posix.basename(to ?? "")]);
    expect(unknownIn(JSON.parse(image["CMD"] ?? ""))).toEqual([]);
  });
});

describe("the compose file", () => {
  it("names folders and files of the repository, and the folder of the executable", () => {
    const { build } = services.sandbox;
    const context = posix.join(FOLDER, build?.context ?? "");
    expect(context).toBe("out");
    expect(posix.join(context, build?.dockerfile ?? "")).toBe(`${FOLDER}/Dockerfile`);
    const [folder = "", inside] = services.receiver.volumes?.[0]?.split(":") ?? [];
    expect(inside).toBe(services.receiver.working_dir);
    const [program, file = ""] = services.receiver.command;
    expect(program).toBe("node");
    expect(existsSync(join(root, FOLDER, folder, file))).toBe(true);
  });

  it("publishes the sandbox on this machine alone, at the port that the image exposes", () => {
    expect(services.sandbox.ports).toEqual([`127.0.0.1:${image["EXPOSE"]}:${image["EXPOSE"]}`]);
  });

  it("forwards to the receiver by its name and port, with options that exist", () => {
    expect(unknownIn(services.sandbox.command)).toEqual([]);
    const target = `http://receiver:${services.receiver.environment["PORT"]}`;
    expect(services.sandbox.command).toContain(`--forward=https://hooks.example.com=${target}`);
    expect(services.sandbox.command).toContain("--allow-forward=receiver");
  });

  it("starts a sandbox that answers under its name in the network, with its token", async () => {
    // Not on every address of the machine that runs the tests.
    const args = services.sandbox.command.map((word) => (word.startsWith("--host=") ? "--host=127.0.0.1" : word));
    // The default, if no other value is set.
    const token = /:-(.*)\}$/.exec(String(services.sandbox.environment["SANDBOX_TOKEN"]))?.[1] ?? "";
    const port = await freePort();
    const child = spawn(process.execPath, [join(root, "src/cli.ts"), ...args, `--port=${port}`], {
      env: { ...process.env, SANDBOX_TOKEN: token },
    });
    try {
      await new Promise((resolve, reject) => {
        child.stdout.once("data", resolve);
        child.once("exit", reject);
      });
      expect(await status(port, "sandbox:4011", token)).toBe(200);
      expect(await status(port, "other:4011", token)).toBe(403);
    } finally {
      child.kill();
    }
  });
});

/** `fetch` sets no Host. */
function status(port: number, host: string, token: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${token}` };
    request({ host: "127.0.0.1", port, path: "/_control/profile", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
}
