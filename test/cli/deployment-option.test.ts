/** `--deployment` on the commands that start nothing: one option, one text, and what each makes of the folder. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { DEPLOYMENT } from "../../src/cli/deployment-option.ts";
import { createProgram } from "../../src/cli/program.ts";
import { applyOverlays } from "../../src/overlays/apply.ts";
import { writeFolder } from "../../src/overlays/folder.ts";
import { acme, overlay } from "../overlays/example.ts";
import { cliHere as cli, scratch } from "./run.ts";

const folder = scratch();
const out = join(folder, "acme");
const body = join(folder, "body.json");
const env = { WEBHOOK_SECRET: "s3cret" };
const runDeployed = (args: string[]) => cli([...args, "--deployment", out], { env });

beforeAll(async () => {
  await writeFolder(out, acme);
  writeFileSync(body, '{"id":1}');
});

describe("the option", () => {
  it("has one text, and is on each verb that follows the contract", () => {
    const all = createProgram().commands.flatMap((one) => (one.commands.length > 0 ? one.commands : [one]));
    const with_ = all.filter(({ options }) => options.some(({ long }) => long === "--deployment"));
    const names = with_.map((one) => (one.parent?.name() === "test" ? `test ${one.name()}` : one.name()));
    expect(names.sort()).toEqual(
      ["explain", "generate", "mock", "sandbox", "send", "sign", "test api", "test receiver", "verify"].sort(),
    );
    for (const one of with_) {
      const option = one.options.find(({ long }) => long === "--deployment");
      expect([option?.flags, option?.description]).toEqual([...DEPLOYMENT]);
    }
  });

  it.each([
    ["sign", body],
    ["verify", body, "--signature", "sha256=00"],
    ["explain", "A-07"],
    ["generate", "--language", "python", "--out", join(folder, "never")],
  ])("refuses a folder that is not one: %s", async (...args) => {
    const { code, stdout, stderr } = await cli([...args, "--deployment", folder], { env });
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(/^contract_folder: /)]);
  });
});

describe("sign and verify", () => {
  it("name the header of the deployment", async () => {
    const signed = JSON.parse((await runDeployed(["sign", body, "--json"])).stdout);
    expect(signed).toMatchObject({ header: "X-Acme-Signature", bytes: 8 });
    const verified = await runDeployed(["verify", body, "--json", "--signature", signed.value]);
    expect([verified.code, JSON.parse(verified.stdout)]).toEqual([
      0,
      { ok: true, secretIndex: 0, header: "X-Acme-Signature", bytes: 8 },
    ]);
    const without = JSON.parse((await cli(["sign", body, "--json"], { env })).stdout);
    expect(without).toEqual({ ...signed, header: "X-Service-Signature" });
  });

  it.each([
    ["X-Acme-Signature", "The value includes the name of the header; give the value alone."],
    ["X-Service-Signature", "the signature header is called X-Acme-Signature."],
  ])("say what is wrong with a value that begins with %s", async (name, wanted) => {
    const { value } = JSON.parse((await runDeployed(["sign", body, "--json"])).stdout);
    const { code, stdout } = await runDeployed(["verify", body, "--json", "--signature", `${name}: ${value}`]);
    const { hints, header } = JSON.parse(stdout);
    expect([code, header, hints]).toEqual([1, "X-Acme-Signature", [expect.stringContaining(wanted)]]);
  });

  it("take no word with a colon for the name of a header", async () => {
    const { value } = JSON.parse((await runDeployed(["sign", body, "--json"])).stdout);
    const { stdout } = await runDeployed(["verify", body, "--signature", value.replace("=", ":")]);
    expect(stdout).not.toContain("is called");
  });
});

describe("explain", () => {
  const explainParts = async (id: string) => JSON.parse((await runDeployed(["explain", id, "--json"])).stdout).parts;

  it.each([
    ["A-07", 'Acme Collections (an example): header = "X-Acme-Signature"'],
    ["U-11", 'base_url = "https://api.acme.example"; auth_url = "https://login.acme.example"'],
    ["N-4.1-01", 'authorizationUrl = "https://login.acme.example/oauth/v2/approve"'],
    ["N-5-03", 'tokenHeader = "X-Acme-Token"'],
    ["N-6.5-02", "retryScheduleSeconds = [60,3600]"],
    ["N-2.4-01", "answered in its documents"],
  ])("says what is stated in place of an assumption: %s", async (id, wanted) => {
    const parts = await explainParts(id);
    expect(parts.stated).toContain(wanted);
    expect(Object.keys(parts)).not.toContain("our tools");
  });

  it("leaves what is open, and adds the part of it that is stated", async () => {
    expect(await explainParts("U-14")).toHaveProperty("our tools");
    expect(await explainParts("U-14")).not.toHaveProperty("stated");
    const parts = await explainParts("N-7-01");
    expect(parts).toHaveProperty("our tools");
    expect(parts).not.toHaveProperty("not stated");
    expect(parts.stated).toContain("createClientWebhookStatus = 200");
    expect(parts["still open"]).toMatch(/(?=.*\blistStatus\b)^(?!.*createClientWebhookStatus)/);
  });

  it("says what a header is called that a fact names, and knows the deployment's own checks", async () => {
    expect((await explainParts("F-6.3-03")).here).toMatch(/X-Service-Signature is called X-Acme-Signature/);
    expect((await explainParts("deployment.token-header")).judges).toContain("X-Acme-Token");
    const { code } = await cli(["explain", "deployment.token-header"]);
    expect(code).toBe(2);
  });
});

describe("generate", () => {
  const made = join(folder, "python");
  const generate = (...more: string[]) => runDeployed(["generate", "--language", "python", "--out", made, ...more]);

  it("writes header, version and payloads of the deployment, and knows them again", async () => {
    expect(await generate()).toMatchObject({ code: 0, stderr: "" });
    const read = (file: string) => readFileSync(join(made, file), "utf8");
    expect(read("src/collections_contract/constants.py")).toContain('SIGNATURE_HEADER = "X-Acme-Signature"');
    expect(read("src/collections_contract/models.py")).toContain("The amount of the payment in euro cents.");
    expect(read("README.md")).not.toContain("X-Service-Signature");
    expect((await generate("--check")).code).toBe(0);
    const plain = await cli(["generate", "--language", "python", "--out", made, "--check"]);
    expect([plain.code, plain.stdout]).toEqual([1, expect.stringContaining("constants.py is old")]);
  });

  it("carries the names of the fact `package` without options; an option overrides one", async () => {
    const named = join(folder, "named");
    const facts = {
      title: "A",
      package: { name: "@a/pay", version: "1.2.3", group: "com.a", module: "a.example/pay" },
    };
    await writeFolder(named, applyOverlays([{ file: "a.deployment.yaml", data: facts }]));
    const pom = async (...more: string[]) => {
      const to = join(folder, `java${more.length}`);
      expect((await cli(["generate", "--language", "java", "--out", to, "--deployment", named, ...more])).code).toBe(0);
      return readFileSync(join(to, "pom.xml"), "utf8");
    };
    expect(await pom()).toMatch(/<groupId>com\.a<\/groupId>\s+<artifactId>a-pay<\/artifactId>\s+<version>1\.2\.3</);
    expect(await pom("--group", "org.other")).toMatch(/<groupId>org\.other<\/groupId>\s+<artifactId>a-pay</);
    const to = join(folder, "refused");
    const options = ["--language", "go", "--out", to, "--deployment", named, "--module", "a b"];
    expect((await cli(["generate", ...options])).stderr).toMatch(/^name_unusable: /);
  });

  it("follows members that are added and required, in models and in payloads alike", async () => {
    const own = join(folder, "own");
    const SNAPSHOT = "$.components.schemas.PaymentSnapshot";
    const actions = [
      { target: `${SNAPSHOT}.properties`, update: { reference: { type: "string", description: "A reference." } } },
      { target: `${SNAPSHOT}['x-tolerant-required']`, update: ["reference"] },
    ];
    await writeFolder(own, applyOverlays([overlay("openapi", actions), overlay("asyncapi", actions)]));
    const to = join(folder, "own-python");
    await cli(["generate", "--language", "python", "--out", to, "--deployment", own]);
    expect(readFileSync(join(to, "src/collections_contract/models.py"), "utf8")).toMatch(
      /^ {4}reference: str = field/m,
    );
    const { cases } = JSON.parse(readFileSync(join(to, "vectors/payloads.json"), "utf8"));
    const complete = cases.find(({ id }: { id: string }) => id === "PaymentSnapshot/complete");
    expect(complete).toMatchObject({ verdict: "refused" });
  });

  it("refuses payloads that no model can express, and writes nothing", async () => {
    const odd = join(folder, "odd");
    const actions = [
      {
        target: "$.components.schemas.PaymentSnapshot.properties",
        update: JSON.parse('{ "__proto__": { "type": "string" } }'),
      },
    ];
    await writeFolder(odd, applyOverlays([overlay("openapi", actions), overlay("asyncapi", actions)]));
    const to = join(folder, "odd-go");
    const { code, stderr } = await cli(["generate", "--language", "go", "--out", to, "--deployment", odd]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^contract_unusable: PaymentSnapshot\.__proto__ /)]);
    expect(existsSync(to)).toBe(false);
  });
});
