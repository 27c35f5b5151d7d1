/**
 * Every endpoint of the control has a row here: a request that works with what comes back, and one that is refused. The
 * routes, the rows and spec/control.yaml name the same calls, and bodies and answers keep its schemas.
 */

import { readdirSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CONTROLS } from "../../generated/control.ts";
import { controlOperations, readJsonSchema } from "../../scripts/generate/control.ts";
import { read, root } from "../support/repository.ts";
import { ORIGIN, startBench, status } from "./support.ts";

type Row = [
  endpoint: string,
  /** Path below `/_control/`, when it is not that of the endpoint. */
  path: string | null,
  body: object | undefined,
  answer: [status: number, body: unknown],
];
/** A request, the status and the code of the refusal. */
type Refused = [request: string, body: object | undefined, status: number, code: string];

const any = expect.anything();
const some = (object: object) => expect.objectContaining(object);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

const DOCUMENT = JSON.parse(read("generated/control.json"));
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(DOCUMENT, "control");

/** What a value breaks of the schema of a body or an answer; a call without a schema takes and gives none. */
function findFaults(holder: object | undefined, value: unknown): string | undefined {
  const schema = readJsonSchema(DOCUMENT, holder);
  if (schema === undefined) return value === undefined ? undefined : "There is no schema.";
  const text = JSON.stringify(schema).replaceAll('"#/', '"control#/');
  return ajv.validate(JSON.parse(text), value) ? undefined : ajv.errorsText();
}

/** The operation of the document at this path. */
const operationAt = (method: string, path: string) =>
  controlOperations(DOCUMENT).find(
    (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path),
  )?.operation;

const ROWS: Row[] = [
  ["GET ", null, undefined, [200, some({ controls: CONTROLS, document: "/_docs/control.json" })]],
  ["GET state", null, undefined, [200, some({ clients: any, deliveries: any, attention: any })]],
  ["GET contract", null, undefined, [200, some({ operations: any, events: any, site: expect.any(Boolean) })]],
  ["POST reset", null, undefined, [200, some({ clientWebhooks: [], payments: [] })]],
  ["POST oauth/code", null, {}, [201, some({ code: expect.any(String), redirectUri: any })]],
  ["POST oauth/exchange", null, { code: "unknown" }, [200, some({ response: some({ status: 400 }) })]],
  ["GET oauth/link", null, undefined, [200, { url: expect.stringMatching(/\?.*client_id=.*redirect_uri=/) }]],
  ["GET profile", null, undefined, [200, some({ profile: any, keys: any, gaps: any, shipped: any })]],
  ["PUT profile", null, { maxAttempts: 4 }, [200, some({ profile: some({ maxAttempts: 4 }) })]],
  ["POST clients", null, { name: "Row" }, [201, some({ name: "Row", iri: any })]],
  ["POST apps", null, { name: "Row" }, [201, some({ name: "Row", appId: any })]],
  ["POST webhook-url", null, { url: `${ORIGIN}/x` }, [200, { ok: true, origin: ORIGIN, forward: any }]],
  ["POST client-webhooks", null, { url: `${ORIGIN}/new` }, [201, some({ url: `${ORIGIN}/new`, active: true })]],
  ["POST app-webhooks", null, { webhookUrl: `${ORIGIN}/new` }, [201, some({ webhookUrl: `${ORIGIN}/new` })]],
  [
    "PATCH :kind{(?:client|app)-webhooks}/:id",
    "client-webhooks/HOOK",
    { active: false },
    [200, some({ active: false })],
  ],
  ["GET forwards", null, undefined, [200, { [ORIGIN]: any }]],
  [
    "POST forwards",
    null,
    { origin: "https://a.example.com", to: "http://127.0.0.1:9" },
    [201, some({ [ORIGIN]: any })],
  ],
  ["POST forwards/remove", null, { origin: ORIGIN }, [200, expect.not.objectContaining({ [ORIGIN]: any })]],
  ["POST receiver", null, {}, [201, some({ url: any, active: true, secret: any })]],
  ["PUT receiver", null, { answer: "500" }, [200, { answer: "500" }]],
  ["POST case-files", null, { client: 2 }, [201, { id: any, client: 2 }]],
  ["POST payments", null, { amount: 7 }, [201, { payment: some({ amount: 7, confirmedAt: null }), deliveries: [] }]],
  ["POST payments/:id/confirm", "payments/FRESH/confirm", undefined, [200, some({ deliveries: [any] })]],
  // The interface description has no event beside that of confirmed payments.
  ["POST payments/:id/events", "payments/FRESH/events", {}, [400, some({ code: any })]],
  ["POST apps/:id/dispatch", "apps/7/dispatch", { payload: { a: 1 } }, [201, { deliveries: [any] }]],
  ["GET scenarios", null, undefined, [200, some({ burst: any, "wrong-signature": any })]],
  ["POST scenarios/:name", "scenarios/burst", { count: 2 }, [201, some({ payments: [any, any] })]],
  ["GET faults", null, undefined, [200, []]],
  ["PUT faults", null, { faults: [{ kind: "drop" }] }, [200, [{ kind: "drop", next: 1, seconds: 2 }]]],
  ["POST clock/advance", null, { seconds: 60 }, [200, { now: time, attempts: 1, delivered: 1, failed: 0 }]],
  ["POST clock/back", null, undefined, [200, { now: time }]],
  ["POST clock/run-out", null, undefined, [200, { now: time }]],
  ["POST settle", null, undefined, [200, { settled: true }]],
  [
    "GET deliveries",
    "deliveries?payment=PAID&limit=1",
    undefined,
    [200, { deliveries: [some({ attempts: 1 })], next: null }],
  ],
  [
    "GET deliveries/:id",
    "deliveries/FIRST",
    undefined,
    [200, some({ bodyBase64: any, signature: some({ value: any }) })],
  ],
  ["POST deliveries/:id/redeliver", "deliveries/FIRST/redeliver", undefined, [201, some({ redeliveryOf: any })]],
  [
    "POST deliveries/:id/send",
    "deliveries/FIRST/send",
    { body: "{}", signing: "other-body" },
    [201, some({ id: any })],
  ],
];

const REFUSED: Refused[] = [
  ["POST webhook-url", {}, 400, "input_invalid"],
  ["POST client-webhooks", { url: "http://localhost/x" }, 422, "url_host_loopback"],
  ["POST app-webhooks", { webhookUrl: "ftp://hooks.example.com/" }, 422, "url_scheme"],
  ["POST app-webhooks", { app: 999, webhookUrl: `${ORIGIN}/x` }, 404, "not_found"],
  ["PATCH client-webhooks/999", { active: true }, 404, "not_found"],
  ["PATCH client-webhooks/HOOK", { active: "yes" }, 400, "input_invalid"],
  ["POST forwards", { origin: ORIGIN, to: "http://192.168.1.7" }, 400, "forward_not_allowed"],
  ["POST forwards", { origin: "https://localhost", to: "http://127.0.0.1:9" }, 400, "forward_invalid"],
  ["POST forwards/remove", { origin: "https://nothing.example.com" }, 404, "not_found"],
  ["POST receiver", { client: 999 }, 400, "input_invalid"],
  ["PUT receiver", { answer: "418" }, 400, "input_invalid"],
  ["PUT profile", { maxAttempts: 0 }, 400, "profile_invalid"],
  ["PUT faults", { faults: "drop" }, 400, "input_invalid"],
  ["PUT faults", { faults: [{ kind: "explode" }] }, 400, "input_invalid"],
  ["POST oauth/code", { clientId: "nobody" }, 400, "input_invalid"],
  ["POST oauth/code", { redirectUri: "https://evil.example.com/" }, 400, "input_invalid"],
  ["POST oauth/exchange", {}, 400, "input_invalid"],
  ["POST clock/advance", {}, 400, "input_invalid"],
  ["POST clock/advance", { seconds: -1 }, 400, "input_invalid"],
  ["POST payments", { amount: 0.5 }, 400, "input_invalid"],
  ["POST payments", { amount: 2 ** 53 }, 400, "input_invalid"],
  ["POST payments", { client: 999 }, 400, "input_invalid"],
  ["POST payments/PAID/confirm", undefined, 409, "payment_confirmed"],
  ["POST apps/999/dispatch", {}, 404, "not_found"],
  ["POST scenarios/toString", {}, 404, "not_found"],
  ["GET deliveries?limit=0", undefined, 400, "input_invalid"],
  ["GET deliveries?state=lost", undefined, 400, "input_invalid"],
  ["GET deliveries/1e3", undefined, 404, "not_found"],
  ["GET deliveries/999999", undefined, 404, "not_found"],
  ["POST deliveries/FIRST/send", { body: 1 }, 400, "input_invalid"],
  ["POST deliveries/FIRST/send", { body: "{}", signing: "none" }, 400, "input_invalid"],
  ["POST payments", { amonut: 7 }, 400, "input_invalid"],
  ["POST deliveries/FIRST/send", { body: "{}", sining: "wrong-signature" }, 400, "input_invalid"],
  ["PUT faults", { faults: [{ kind: "drop", nxt: 3 }] }, 400, "input_invalid"],
  ["GET deliveries?status=failed", undefined, 400, "input_invalid"],
  ["GET state?after=1", undefined, 400, "input_invalid"],
  ["GET nothing", undefined, 404, "not_found"],
  ["POST advance", {}, 404, "not_found"],
  ["GET clock/advance", undefined, 405, "control_method"],
];

describe("the endpoints of the control", async () => {
  const bench = await startBench("default");
  const { control } = bench.sandbox;
  let names: Record<string, number>;
  afterAll(() => bench.stop());
  const begin = async () => {
    await control.reset();
    await control.addForward(ORIGIN, bench.receiver.url);
    await control.setFaults([]);
    bench.receiver.answer(status(500));
    const hook = await control.registerClientWebhook({ url: `${ORIGIN}/client` });
    await control.registerAppWebhook({ webhookUrl: `${ORIGIN}/app` });
    const { payment, deliveries } = await control.createPayment({ confirmed: true });
    await control.settle();
    bench.receiver.answer(status(204));
    const fresh = await control.createPayment();
    names = { HOOK: hook.id, PAID: payment.id, FIRST: deliveries[0] ?? 0, FRESH: fresh.payment.id };
  };
  const ask = async (request: string, body?: object): Promise<[status: number, body: unknown]> => {
    const [method = "", path = ""] = request.split(" ");
    const there = path.replace(/HOOK|PAID|FIRST|FRESH/, (name) => String(names[name]));
    const headers = { "content-type": "application/json" };
    const given = body === undefined ? {} : { headers, body: JSON.stringify(body) };
    const url = `${bench.sandbox.baseUrl}/_control/${there}`.replace(/\/$/, "");
    const response = await fetch(url, { method, ...given });
    return [response.status, await response.json()];
  };

  it("have a row each, and stand in the document", () => {
    const files = readdirSync(`${root}/src/sandbox/control`).map((name) => read(`src/sandbox/control/${name}`));
    const routes = files.flatMap((text) =>
      [...text.matchAll(/\bapp\.(get|post|put|patch|delete)\("\/_control\/([^"]+)"/g)].map(
        ([, method, path]) => `${method?.toUpperCase()} ${path}`,
      ),
    );
    // The stream has a test of its own, because it does not end.
    expect([...ROWS.map(([endpoint]) => endpoint), "GET events"].sort()).toEqual(["GET ", ...routes].sort());
    const served = ["GET ", ...routes].flatMap((route) => {
      const named = route.replaceAll(/:(\w+)(?=\/|$)/g, "{$1}");
      const kinds = /:kind\{\(\?:(.*)\)(.*?)\}/.exec(named);
      return kinds ? (kinds[1] ?? "").split("|").map((kind) => named.replace(kinds[0], kind + kinds[2])) : [named];
    });
    const documented = CONTROLS.map(({ method, path }) => `${method} ${path.replace(/^\/_control\/?/, "")}`);
    expect(documented.sort(), "spec/control.yaml").toEqual(served.sort());
  });

  it("say what there is where nothing is", async () => {
    const said = async (request: string, body?: object) =>
      (await ask(request, body)).flatMap((part) => Object(part).message ?? []);
    expect(await said("POST payments", { amonut: 7 })).toEqual([expect.stringMatching(/^amonut is .* mean amount\?$/)]);
    const fault = { kind: "drop", next: 0 };
    expect(await said("PUT faults", { faults: [fault] })).toEqual([expect.stringMatching(/^next must be >= 1$/)]);
    expect(await said("GET deliveries?q=1")).toEqual([expect.stringMatching(/^q is .* Known: state, system, /)]);
    expect(await said("POST advance")).toEqual([expect.stringContaining("POST /_control/clock/advance")]);
    expect(await said("POST payment")).toEqual([expect.stringContaining("POST /_control/payments")]);
    expect(await said("POST /payments")).toEqual([expect.stringContaining("POST /_control/payments")]);
    expect(await said("GET clock/advance")).toEqual([expect.stringMatching(/takes POST\. GET \/_control lists all/)]);
    expect(await said("GET nothing-like-it")).toEqual([expect.stringMatching(/^There is no .* GET \/_control lists/)]);
    const wrong = await fetch(`${bench.sandbox.baseUrl}/_control/receiver`, { method: "DELETE" });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST, PUT"]);
    const document = await fetch(`${bench.sandbox.baseUrl}/_docs/control.json`);
    expect(await document.json()).toEqual(DOCUMENT);
  });

  it("take a member that is null for one that is left out", async () => {
    const { default: usual } = DOCUMENT.components.schemas.PaymentInput.properties.amount;
    expect(await ask("POST payments", { amount: null })).toEqual([201, some({ payment: some({ amount: usual }) })]);
  });

  describe("answer", () => {
    beforeEach(begin);
    it.each(ROWS)("%s answers", async (endpoint, path, body, answer) => {
      const [method, usual] = endpoint.split(" ");
      // A receiver is told what to answer once it is used.
      if (endpoint === "PUT receiver") await control.useReceiver();
      const [status, given] = await ask(`${method} ${path ?? usual}`, body);
      expect([status, given]).toEqual(answer);
      const operation = operationAt(method ?? "", `/_control/${path ?? usual}`.replace(/\/$|\?.*$/g, ""));
      expect(findFaults(operation.requestBody, body), "its body, by the document").toBeUndefined();
      const { [status]: own = operation.responses["4XX"] } = operation.responses;
      expect(findFaults(own, given), "its answer, by the document").toBeUndefined();
    });
  });

  describe("refuse, and nothing changes", () => {
    beforeAll(begin);
    it.each(REFUSED)("%s with %j is refused", async (request, body, code, name) => {
      const before = await control.state();
      expect(await ask(request, body)).toEqual([
        code,
        some({ code: name, message: expect.stringMatching(/^\w.*\S$/s) }),
      ]);
      const after = await control.state();
      expect({ ...after, clock: 0 }, "nothing changed").toEqual({ ...before, clock: 0 });
    });
  });
});
