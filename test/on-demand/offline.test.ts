/**
 * Nothing that makes or checks the documents asks another host for anything: it works with the network cut off, and
 * does not even try.
 */

import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { announceSkip } from "../../scripts/on-demand.ts";
import { root } from "../support/repository.ts";
import { scratchFolder } from "../support/scratch.ts";

const TIMEOUT = 180_000;

const temp = scratchFolder("offline-");
const COMMANDS = ["npm run generate -- --check", "npm run lint", `npm run docs -- --out ${join(temp, "site")}`];

/** A network name space of its own, with loopback up; as root, or as a root that is none outside. */
const LOOPBACK_UP = `python3 -c 'import fcntl, socket, struct
fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh", b"lo", 0x49))'`;
const unshare = ["-n", "-rn"]
  .map((flags) => [
    "unshare",
    flags,
    "sh",
    "-c",
    `{ ip link set lo up || ${LOOPBACK_UP}; } 2>/dev/null; exec "$@"`,
    "sh",
  ])
  .find((prefix) => works([...prefix, "true"]));

/** What leaves the machine, of a process and all that it starts. */
const trace = join(temp, "trace");
const strace = ["strace", "-f", "-q", "--seccomp-bpf", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o", trace];
const isTraceable = works([...strace, "true"]);

/** Programs that do make requests, to prove that the tests below would notice them. */
const ASKS = ["node", "-e", "fetch('http://192.0.2.1').catch(({ cause }) => console.log(cause.code))"];
const LOOKS_UP = ["node", "-e", "require('dns').lookup('host.example', ({ code }) => console.log(code))"];

const noUnshare = unshare ? "" : announceSkip("network cut off", "unshare -n is not there or not permitted");
const noStrace = isTraceable ? "" : announceSkip("traced connections", "strace is not there or not permitted");
/** Cuts the network off and traces at once, where a machine lets us do both. */
const watched = [...(unshare ?? []), ...(isTraceable ? strace : [])];

it.skipIf(noUnshare)(`nobody is reached with the network cut off${noUnshare}`, async () => {
  expect(await run([...(unshare ?? []), ...ASKS])).toEqual({ code: 0, output: "ENETUNREACH\n" });
});

it.skipIf(noUnshare || noStrace).each([
  ["a connection", ASKS],
  ["a look-up", LOOKS_UP],
])(`%s is seen by the trace${noStrace}`, async (_, command) => {
  await run([...watched, ...command]);
  expect(askedHosts().length).toBeGreaterThan(0);
});

it.skipIf(noUnshare && noStrace).each(COMMANDS)("%s works, and asks nobody", { timeout: TIMEOUT }, async (command) => {
  const { code, output } = await run([...watched, ...command.split(" ")]);
  if (isTraceable) expect(askedHosts()).toEqual([]);
  expect(code, output).toBe(0);
});

/** The calls that name an address beyond loopback, or a name server wherever it is. */
function askedHosts(): string[] {
  const calls = readFileSync(trace, "utf8").split("\n");
  return calls.filter(
    (call) =>
      /AF_INET/.test(call) && (/htons\(53\)/.test(call) || !/"(?:127\.[\d.]+|::1|::ffff:127\.[\d.]+)"/.test(call)),
  );
}

/** npm itself is told not to look for a newer npm. */
function run([command = "", ...args]: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, npm_config_update_notifier: "false", NO_COLOR: "1" };
  const options = { cwd: root, env, timeout: TIMEOUT, killSignal: "SIGKILL", maxBuffer: 2 ** 26 } as const;
  return new Promise((resolve) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, output: (stdout + stderr).slice(-3000) });
    });
  });
}

function works([command = "", ...args]: string[]): boolean {
  return spawnSync(command, args, { timeout: 10_000 }).status === 0;
}
