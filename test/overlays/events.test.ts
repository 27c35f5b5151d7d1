/** A new event and a new member by overlay: whole in documents, deployment and sandbox, or refused. */

import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { applyOverlays, type OverlayFile } from "../../src/overlays/apply.ts";
import { createReceiver } from "../../src/receive/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { signBody } from "../../src/signature/node.ts";
import type { Json } from "../support/json.ts";
import { read } from "../support/repository.ts";
import { stopping } from "../support/stopping.ts";
import { overlay } from "./example.ts";

const EVENT = "case_file.payment.refunded";
const refunds = (): OverlayFile[] =>
  ["openapi", "asyncapi"].map((kind) => {
    const file = `spec/overlays/example/refunds.${kind}.yaml`;
    return { file, data: parse(read(file)) };
  });
const MESSAGE = "$.components.messages.paymentRefunded";
const SCHEMA = "$.components.schemas.RefundSnapshot";
const remove = (kind: "openapi" | "asyncapi", target: string) => overlay(kind, [{ target, remove: true }]);
/** The overlays with a text as the id of a refund. */
const withTexts = (): OverlayFile[] =>
  refunds().map(({ file, data }) => ({
    file,
    data: JSON.parse(
      JSON.stringify(data)
        .replaceAll(/815(?=\b)/g, '"R-0815-A"')
        .replace(/"integer"(?=,"description":"Identifies the refund)/, '"string"'),
    ),
  }));
const both = (action: Json) => [overlay("openapi", [action]), overlay("asyncapi", [action])];

describe("an event that an overlay adds", () => {
  it("is stated with its payload, beside that of the interface description", () => {
    const { deployment, restated } = applyOverlays(refunds());
    expect(deployment.events?.map(({ name, payload }) => [name, payload["@event"], payload.id])).toEqual([
      ["case_file.payment.confirmed", "case_file.payment.confirmed", 4711],
      [EVENT, EVENT, 815],
    ]);
    expect(restated).toEqual([]);
  });

  it("takes away what is said of the one event, and nothing where there is one", () => {
    const only = /is the only event|The only event/;
    const { openapi, asyncapi } = applyOverlays(refunds());
    for (const document of [openapi, asyncapi]) expect(JSON.stringify(document)).not.toMatch(only);
    const plain = applyOverlays(both({ target: "$.info", update: { title: "Acme" } }));
    expect([plain.openapi, plain.asyncapi].every((document) => only.test(JSON.stringify(document)))).toBe(true);
  });

  it("may come with another one, under other names", () => {
    const files = refunds().flatMap((file) => [
      file,
      {
        ...file,
        data: JSON.parse(
          JSON.stringify(file.data)
            .replaceAll(/efunded/g, "eversed")
            .replaceAll("RefundSnapshot", "Reversal"),
        ),
      },
    ]);
    const { deployment } = applyOverlays(files);
    expect(deployment.events?.map(({ name }) => name.split(".").at(-1))).toEqual(["confirmed", "refunded", "reversed"]);
    expect(deployment.events?.[2]?.schema).toMatchObject({ type: "object", properties: { lines: { type: "array" } } });
  });

  it.each(
    Object.entries<[more: OverlayFile[], says: string]>({
      "its name in x-event": [[remove("asyncapi", `${MESSAGE}['x-event']`)], "needs x-event"],
      "its place in the channel": [
        [
          remove("asyncapi", "$.channels.clientWebhook.messages.paymentRefunded"),
          remove("asyncapi", "$.operations.deliverClientWebhook.messages[1]"),
        ],
        "channels.clientWebhook.messages",
      ],
      "its place in the operation": [
        [remove("asyncapi", "$.operations.deliverClientWebhook.messages[1]")],
        "operations.deliverClientWebhook.messages",
      ],
      "its key for duplicates": [[remove("asyncapi", `${MESSAGE}['x-idempotency-key']`)], "x-idempotency-key"],
      "the signature header": [
        [remove("asyncapi", `${MESSAGE}.headers`)],
        "X-Service-Signature among its required headers",
      ],
      "an example": [[remove("asyncapi", `${MESSAGE}.examples`)], `whose @event is ${EVENT}`],
      "a webhook": [
        [remove("openapi", "$.webhooks.paymentRefundedDelivery")],
        "a webhook of openapi whose body is RefundSnapshot",
      ],
      "a payload by reference": [
        [remove("asyncapi", `${MESSAGE}.payload['$ref']`)],
        "a $ref to one of components.schemas",
      ],
      "required members": [both({ target: `${SCHEMA}.required`, remove: true }), "@event among the required members"],
      "a type": [both({ target: `${SCHEMA}.type`, remove: true }), "type: object in the schema RefundSnapshot"],
      "its name in EventName": [
        [remove("asyncapi", "$.components.schemas.EventName['x-extensible-enum'][1]")],
        `${EVENT} needs its name in x-extensible-enum of EventName of asyncapi`,
      ],
      "a message of its own": [
        both({ target: "$.components.schemas.EventName", update: { "x-extensible-enum": ["case_file.closed"] } }),
        "case_file.closed needs a message",
      ],
    }),
  )("is refused without %s", (_, [more, says]) => {
    const apply = () => applyOverlays([...refunds(), ...more]);
    expect(apply).toThrow(expect.objectContaining({ code: "overlay_event", message: expect.stringContaining(says) }));
  });

  it("is told everything that is missing at once", () => {
    const more = [remove("asyncapi", `${MESSAGE}.examples`), remove("asyncapi", `${MESSAGE}['x-idempotency-key']`)];
    expect(() => applyOverlays([...refunds(), ...more])).toThrow(/x-idempotency-key.*; an example/);
  });
});

describe("the sandbox of that contract", () => {
  const { deployment } = applyOverlays(refunds());

  it("delivers the event of the payment to webhooks that list it, and payments with the new member", async () => {
    await using sandbox = stopping(await startSandbox({ deployment, clock: "virtual" }));
    const { control } = sandbox;
    const all = await control.registerClientWebhook({ url: "https://hooks.example.com/all" });
    await control.registerClientWebhook({
      url: "https://hooks.example.com/one",
      events: ["case_file.payment.confirmed"],
    });
    expect(all.events).toEqual(["case_file.payment.confirmed", EVENT]);
    const { payment } = await control.createPayment({ confirmed: true });
    const { deliveries } = await control.emit(payment.id, { payload: { amount: 3 } });
    expect(deliveries).toHaveLength(1);
    const sent = await control.delivery(deliveries[0] ?? 0);
    const confirmed = (await control.deliveries()).deliveries.find(({ event }) => event !== EVENT);
    expect(JSON.parse((await control.delivery(confirmed?.id ?? 0)).bodyText)).toMatchObject({
      reference: "RF18 5390 0754 7034",
    });
    expect(JSON.parse(sent.bodyText)).toMatchObject({ "@event": EVENT, payment: payment.id, amount: 3, lines: [{}] });
  });

  it.each([
    ["a number", refunds],
    ["a text", withTexts],
  ])("delivers two refunds of one payment as two, by the key of the contract, where the id is %s", async (_, files) => {
    await using sandbox = stopping(await startSandbox({ deployment: applyOverlays(files()).deployment }));
    const { control } = sandbox;
    await control.registerClientWebhook({ url: "https://hooks.example.com/all" });
    const { payment } = await control.createPayment();
    const handled: unknown[] = [];
    const receiver = createReceiver({
      secrets: "secret",
      key: ({ id, "@event": event }) => `${id} ${event}`,
      on: {},
      onUnknown: ({ payload }) => void handled.push(payload),
    });
    for (const amount of [100, 200]) {
      const { deliveries } = await control.emit(payment.id, { payload: { amount } });
      const { bodyText: body } = await control.delivery(deliveries[0] ?? 0);
      const headers = { "X-Service-Signature": signBody(body, "secret"), "content-type": "application/json" };
      expect((await receiver.fetch(new Request("http://x/", { method: "POST", body, headers }))).status).toBe(204);
    }
    expect(handled).toMatchObject([{ amount: 100 }, { amount: 200 }]);
  });

  it("takes the id that the payload gives", async () => {
    await using sandbox = stopping(await startSandbox({ deployment }));
    const { control } = sandbox;
    await control.registerClientWebhook({ url: "https://hooks.example.com/all" });
    const { payment } = await control.createPayment();
    const { deliveries } = await control.emit(payment.id, { payload: { id: 3 } });
    expect(JSON.parse((await control.delivery(deliveries[0] ?? 0)).bodyText).id).toBe(3);
  });

  it("refuses an event that the contract does not have", async () => {
    const sandbox = await startSandbox({ deployment });
    const { payment } = await sandbox.control.createPayment();
    await expect(sandbox.control.emit(payment.id, { event: "case_file.closed" })).rejects.toThrow("event");
    await sandbox.stop();
    await using plain = stopping(await startSandbox());
    const made = await plain.control.createPayment();
    await expect(plain.control.emit(made.payment.id)).rejects.toThrow("there is none");
  });
});
