/**
 * Stories of new users, from the packed package in an empty folder, by the commands that they type: an integrator with
 * Express, a team that works in Python, and a network as compose makes one. The other stories of docs/benchmarks.md:
 * judge/own-drivers (a service with a driver in its own language), package/executable, deployment (its package) and
 * package/rehearsal.
 */

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import { announceSkip } from "../../scripts/on-demand.ts";
import { spawnGroup } from "../../scripts/running.ts";
import { root } from "../support/repository.ts";
import { packed, temp } from "./package/packed.ts";

const BODY = '{"@event":"case_file.payment.confirmed","id":4711}';
const tarball = await packed();

/** What a person types, or what the script of the test adds: waiting, which a person does by looking. */
type Step = string | { readonly wait: string };
const wait = (condition: string): Step => ({
  wait: `n=0; until ${condition}; do n=$((n+1)); [ $n -lt 150 ] || exit 99; sleep 0.1; done`,
});
const listens = (url: string): Step => wait(`curl --silent --output /dev/null ${url}`);

interface Told {
  readonly code: number | string;
  readonly out: string;
}

/** Runs the steps in one shell in a folder, prints the number of commands and seconds, and ends what it started. */
async function play(name: string, folder: string, steps: readonly Step[], around: string[] = []): Promise<Told> {
  const script = steps.map((step) => (typeof step === "string" ? step : step.wait)).join("\n");
  writeFileSync(join(folder, "story.sh"), `set -e\n${script}\n`);
  const path = `${dirname(process.execPath)}:${process.env["PATH"]}`;
  const npm = { npm_config_audit: "false", npm_config_fund: "false", npm_config_update_notifier: "false" };
  const [command = "", ...args] = [...around, "sh", "story.sh"];
  const began = performance.now();
  const env = { ...process.env, ...npm, npm_config_yes: "true", npm_config_prefer_offline: "true", PATH: path };
  // npx leaves its program running.
  using running = spawnGroup([command, ...args], folder, env);
  const code = await running.ended;
  const typed = steps.filter((step) => typeof step === "string").length;
  const seconds = (performance.now() - began) / 1000;
  process.stdout.write(`story: ${name}: ${typed} commands, ${seconds.toFixed(1)} s\n`);
  return { code, out: running.said() };
}

const UNREACHABLE = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT)\b|No matching distribution/;
const newFolder = (name: string) => mkdtempSync(join(temp, `${name}-`));

/** From a code to a webhook, as the guide of the sandbox types it. Sets SECRET. */
const onboarding = (base: string): Step[] => [
  `CODE=$(curl -s -X POST ${base}/_control/oauth/code $GUARD -H 'content-type: application/json' -d '{}' |
     node -pe 'JSON.parse(fs.readFileSync(0)).code')`,
  `TOKEN=$(curl -s ${base}/oauth/v2/token -d grant_type=authorization_code -d code="$CODE" -d client_id=demo-app \
     -d client_secret=demo-secret-for-the-sandbox-only --data-urlencode redirect_uri=https://app.example.com/callback |
     node -pe 'JSON.parse(fs.readFileSync(0)).access_token')`,
  `SECRET=$(curl -s ${base}/api/client_webhooks -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \
     -d '{"client":"/api/clients/1","name":"Payments",
       "events":["case_file.payment.confirmed"],"url":"https://hooks.example.com/"}' |
     node -pe 'JSON.parse(fs.readFileSync(0)).secret')`,
];
const payment = (base: string): Step =>
  `curl -s -X POST ${base}/_control/payments $GUARD -H 'content-type: application/json' \
     -d '{"client":"/api/clients/1","paidTo":"client","confirmed":true}'`;

it("an integrator with Express gets from an empty folder to a verified delivery", async ({ skip }) => {
  const folder = newFolder("express");
  const [port, sandbox] = [await freePort(), await freePort()];
  const base = `http://127.0.0.1:${sandbox}`;
  copyFileSync(join(root, "examples/hosts/express.ts"), join(folder, "example.ts"));
  const { code, out } = await play("Express", folder, [
    "npm init -y >/dev/null",
    `npm install ${tarball} express@5.3.0`,
    "npm pkg set type=module",
    // The file of the page "Hosts", saved.
    "cp example.ts receiver.ts",
    `npx collections-contract sandbox --quiet --port ${sandbox} \
       --forward https://hooks.example.com=http://127.0.0.1:${port} >sandbox.txt &`,
    listens(`${base}/_control/profile`),
    ...onboarding(base),
    `WEBHOOK_SECRET="$SECRET" PORT=${port} node receiver.ts >receiver.txt 2>&1 &`,
    listens(`http://127.0.0.1:${port}/`),
    payment(base),
    wait("grep -q store receiver.txt"),
    // Anybody can post; a delivery without a valid signature is refused.
    `test "$(curl -s -o refused.txt -w '%{http_code}' -H 'content-type: application/json' -d '${BODY}' \
       http://127.0.0.1:${port}/)" = 401`,
  ]);
  if (UNREACHABLE.test(out)) skip(announceSkip("the story with Express", "the registry cannot be reached"));
  expect(code, out).toBe(0);
  // The refusal is told once, with advice.
  expect(readFileSync(join(folder, "receiver.txt"), "utf8")).toMatch(
    /^store \d+\nwebhook receiver: signature_missing .+\n$/,
  );
});

it("a team that works in Python generates, tests, installs and verifies", async ({ skip }) => {
  if (spawnSync("python3", ["-m", "venv", "--help"]).status !== 0)
    skip(announceSkip("the story in Python", "no python3 with venv"));
  const folder = newFolder("python");
  writeFileSync(join(folder, "payment.json"), BODY);
  writeFileSync(
    join(folder, "check.py"),
    `import sys
from collections_contract import verify
body = open("payment.json", "rb").read()
print(verify(body, sys.argv[1], ["s3cret"]).ok, verify(body + b" ", sys.argv[1], ["s3cret"]).ok)
`,
  );
  const npx = `npx --package=${tarball} collections-contract`;
  const { code, out } = await play("Python", folder, [
    `${npx} generate --language python --out payments-python >generated.txt`,
    "(cd payments-python && python3 -m unittest)",
    "python3 -m venv .venv",
    ".venv/bin/python -m pip install --quiet ./payments-python",
    `SIGNATURE=$(WEBHOOK_SECRET=s3cret ${npx} sign payment.json)`,
    '.venv/bin/python check.py "$SIGNATURE" >verdicts.txt',
  ]);
  if (UNREACHABLE.test(out)) skip(announceSkip("the story in Python", "the registry cannot be reached"));
  expect(code, out).toBe(0);
  expect(out).toMatch(/^Ran \d+ tests/m);
  expect(readFileSync(join(folder, "verdicts.txt"), "utf8")).toBe("True False\n");
});

/** A network and a table of hosts of its own, so that names and addresses are those of a compose network. */
const NETWORK = [
  ["unshare", "--net", "--mount"],
  ["unshare", "--map-root-user", "--net", "--mount"],
].find(
  ([command = "", ...args]) =>
    spawnSync(command, [...args, "sh", "-c", "ip link set lo up && mount --bind /etc/hosts /etc/hosts"]).status === 0,
);
const noNetwork = NETWORK ? "" : announceSkip("the story in a network", "unshare or ip is not there or not permitted");

describe.skipIf(noNetwork)(`in a network of its own${noNetwork}`, () => {
  it("a sandbox serves another host under its name, delivers to a named one, and guards what shows secrets", async ({
    skip,
  }) => {
    const folder = newFolder("network");
    mkdirSync(join(folder, "sandbox"));
    copyFileSync(join(root, "examples/receivers/node.ts"), join(folder, "receiver.ts"));
    writeFileSync(join(folder, "hosts"), "127.0.0.1 localhost\n127.0.0.2 sandbox\n127.0.0.3 receiver\n");
    writeFileSync(join(folder, "token.txt"), "a-token-of-this-network-only\n", { mode: 0o600 });
    const base = "http://sandbox:4011";
    const status = (path: string, more = "") =>
      `curl -s -o answer.txt -w '%{http_code} ${path}\\n' ${more} ${base}${path} >>statuses.txt`;
    const installed = await play("network, installation", folder, [
      "npm init -y >/dev/null",
      `npm install ${tarball}`,
      "npm pkg set type=module",
    ]);
    if (UNREACHABLE.test(installed.out)) skip(announceSkip("the story in a network", "the registry cannot be reached"));
    const { code, out } = await play(
      "network",
      folder,
      [
        { wait: "ip link set lo up && mount --bind hosts /etc/hosts" },
        // The line of the guide "On a network", with the address of the name.
        `npx collections-contract sandbox --host 127.0.0.2 --public-url ${base} --allow-forward receiver \
           --forward https://hooks.example.com=http://receiver:3000 --token-file token.txt >sandbox.txt &`,
        listens(`${base}/`),
        'GUARD="--oauth2-bearer $(cat token.txt)"',
        ...onboarding(base),
        'WEBHOOK_SECRET="$SECRET" PORT=3000 node receiver.ts >receiver.txt 2>&1 &',
        listens("http://receiver:3000/"),
        payment(base),
        wait("grep -q store receiver.txt"),
        ...["/_console", "/_docs/", "/_control/profile"].flatMap((path) => [
          { wait: status(path) },
          { wait: status(path, "$GUARD") },
        ]),
        // A name and a forward that no option allows.
        { wait: status("/_control/profile", "$GUARD -H 'Host: evil.example'") },
        {
          wait: `npx collections-contract sandbox --port 0 --forward https://hooks.example.com=http://receiver:3000 \
            >/dev/null 2>refused.txt || true`,
        },
      ],
      NETWORK,
    );
    expect(code, out).toBe(0);
    expect(readFileSync(join(folder, "receiver.txt"), "utf8")).toMatch(/^store \d+\n$/);
    const [consoleOpen, console_, docsOpen, docs, controlOpen, control, evil] = readFileSync(
      join(folder, "statuses.txt"),
      "utf8",
    )
      .trim()
      .split("\n")
      .map((line) => Number(line.split(" ")[0]));
    expect([consoleOpen, docsOpen, controlOpen]).toEqual([401, 401, 401]);
    expect([console_, docs, control]).toEqual([200, 200, 200]);
    expect(evil).toBe(403);
    expect(readFileSync(join(folder, "refused.txt"), "utf8")).toMatch(/^forward_not_allowed: receiver:/m);
    expect(readFileSync(join(folder, "sandbox.txt"), "utf8")).not.toContain("a-token-of-this-network-only");
  });
});
