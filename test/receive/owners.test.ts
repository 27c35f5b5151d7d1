/** Whose payment it is: two owners may have payments with one id; within one owner, a payment is handled once. */

import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type DuplicateStore, memoryStore, type Reservation } from "../../src/receive/duplicate-store.ts";
import type { VerifiedEvent } from "../../src/receive/events.ts";
import type { DeliverySource, ReceiverOptions } from "../../src/receive/options.ts";
import type { Problem } from "../../src/receive/outcome.ts";
import { codeOf, DOORS, EVENT, SECRET, signed, snapshot } from "../support/receiver.ts";
import { asWrongType } from "../support/wrong-type.ts";

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));

/** A store as people write one, whose keys a test may look at. */
function mapStore(entries: Record<string, "busy" | "done"> = {}) {
  const keys = new Map(Object.entries(entries));
  const calls: string[] = [];
  const store: DuplicateStore = {
    async reserve(key): Promise<Reservation> {
      calls.push(`reserve ${key}`);
      const known = keys.get(key);
      if (!known) keys.set(key, "busy");
      return known ?? "new";
    },
    async done(key) {
      keys.set(key, "done");
    },
    async release(key) {
      calls.push(`release ${key}`);
      keys.delete(key);
    },
  };
  return { store, keys, calls };
}

function createWatched(door: (typeof DOORS)[number], options: Partial<ReceiverOptions>) {
  const seen: VerifiedEvent[] = [];
  const problems: Problem[] = [];
  const handler = (event: unknown) => void seen.push(event as VerifiedEvent);
  const on = { [EVENT]: handler };
  const deliver = door.client({
    secrets: SECRET,
    on,
    onUnknown: handler,
    onProblem: (one) => void problems.push(one),
    ...options,
  });
  const send = async (secret: string, body = snapshot()) => {
    const reply = await deliver(signed(body, secret));
    return codeOf(reply) ?? reply.status;
  };
  return { send, seen, problems };
}

const ACME = { label: "acme", secret: "of acme" };
const BETA = { label: "beta", secret: "of beta" };
const EARLIER = `verified 4711 ${EVENT}`;
const STORES: [string, () => Partial<ReceiverOptions>][] = [
  ["the memory of the process", () => ({})],
  ["the store in memory", () => ({ store: memoryStore() })],
  ["a store of the user", () => ({ store: mapStore().store })],
];
const GIVEN: [string, ReceiverOptions["secrets"]][] = [
  ["labels", [ACME, BETA]],
  ["a function with labels", () => [ACME, BETA]],
  ["a function with a frozen list", () => Object.freeze([ACME, BETA])],
  [
    "owners of labels",
    [
      { ...ACME, owner: "one" },
      { ...BETA, owner: "another" },
    ],
  ],
];

describe("a problem of a delivery that verified", () => {
  const secrets = [{ ...ACME, owner: "A" }];
  const fails = { [EVENT]: () => Promise.reject(new Error("down")) };

  it("is printed with the owner", async () => {
    const { send } = createWatched(DOORS[0] as (typeof DOORS)[number], {
      secrets,
      on: fails,
      onProblem: asWrongType(undefined),
    });
    await send("of acme");
    expect(console.error).toHaveBeenCalledWith('webhook receiver: handler_failed (owner "A")', new Error("down"));
  });
});

describe.each(DOORS)("$name", (door) => {
  describe.each(STORES)("with %s", (_, storing) => {
    it.each(GIVEN)("two owners with one payment id are handled twice: %s", async (_, secrets) => {
      const { send, seen, problems } = createWatched(door, { secrets, ...storing() });
      for (const secret of ["of acme", "of beta", "of acme", "of beta"]) expect(await send(secret)).toBe(204);
      expect(seen.map(({ label }) => label)).toEqual(["acme", "beta"]);
      expect(problems).toEqual([]);
    });

    it("also at the same time", async () => {
      const { send, seen } = createWatched(door, { secrets: [ACME, BETA], ...storing() });
      const answers = await Promise.all(["of acme", "of beta", "of acme", "of beta"].map((secret) => send(secret)));
      expect(answers).toEqual([204, 204, 204, 204]);
      expect(seen.map(({ label }) => label).sort()).toEqual(["acme", "beta"]);
    });

    it("a rotation within an owner is handled once, with one label or with two", async () => {
      const old = { label: "acme", secret: "old" };
      for (const secrets of [
        [old, ACME],
        [
          { ...old, label: "first", owner: "acme" },
          { ...ACME, label: "second", owner: "acme" },
        ],
      ]) {
        const { send, seen } = createWatched(door, { secrets, ...storing() });
        for (const secret of ["old", "of acme"]) expect(await send(secret)).toBe(204);
        expect(seen.map(({ owner }) => owner)).toEqual(["acme"]);
      }
    });

    it("several secrets without label and owner share their payments, as before", async () => {
      const { send, seen } = createWatched(door, { secrets: ["of acme", "of beta"], ...storing() });
      for (const secret of ["of acme", "of beta"]) expect(await send(secret)).toBe(204);
      expect(seen.map(({ key }) => key)).toEqual([EARLIER]);
      expect(seen[0]).not.toHaveProperty("owner");
      expect(seen[0]).not.toHaveProperty("earlierKey");
    });

    it("a key of the user is compared within the owner", async () => {
      const sources: DeliverySource[] = [];
      const key: ReceiverOptions["key"] = ({ id }, source) => String(sources.push(source) && `no. ${id}`);
      const { send, seen } = createWatched(door, { secrets: [ACME, { ...BETA, owner: "b/c d" }], key, ...storing() });
      for (const secret of ["of acme", "of beta", "of acme"]) expect(await send(secret)).toBe(204);
      expect(seen.map((event) => event.key)).toEqual(["verified/acme no. 4711", "verified/b%2Fc%20d no. 4711"]);
      // Each twice: for the payment, and for another one.
      expect([sources[1], sources[2]]).toEqual([
        { label: "acme", owner: "acme", url: expect.stringContaining("/hook") },
        { label: "beta", owner: "b/c d", url: expect.stringContaining("/hook") },
      ]);
    });
  });

  it("a function may say whose secrets it found", async () => {
    const owners = ["acme", "beta", "acme"];
    const secrets = () => ({ owner: owners.shift() as string, secrets: [SECRET, ACME] });
    const { send, seen } = createWatched(door, { secrets: asWrongType(secrets) });
    for (let i = 0; i < 3; i++) expect(await send(SECRET)).toBe(204);
    expect(seen.map(({ owner, label }) => [owner, label])).toEqual([
      ["acme", undefined],
      ["beta", undefined],
    ]);
  });

  it("an inbox gets owner, label and both keys", async () => {
    const given: unknown[] = [];
    const accept = async (delivery: unknown) => {
      given.push(delivery);
      return "stored" as const;
    };
    const inbox = { bigint: false, accept };
    await door.client({ secrets: [{ ...ACME, owner: "A" }], inbox })(signed(snapshot(), "of acme"));
    expect(given).toMatchObject([{ key: `verified/A 4711 ${EVENT}`, earlierKey: EARLIER, label: "acme", owner: "A" }]);
  });
});

describe("keys with an owner", () => {
  const digest = (...parts: (string | Uint8Array)[]) =>
    `verified/${createHash("sha256")
      .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
      .digest("base64")}`;
  const unknown = snapshot({ "@event": "other" });

  it.each([
    ["a plain owner", "acme", snapshot(), `verified/acme 4711 ${EVENT}`, EARLIER],
    ["a blank and a slash in it", "a b/c", snapshot(), `verified/a%20b%2Fc 4711 ${EVENT}`, EARLIER],
    ["other letters", "Müller", snapshot(), `verified/M%C3%BCller 4711 ${EVENT}`, EARLIER],
    ["an owner like a key", "4711 x", snapshot(), `verified/4711%20x 4711 ${EVENT}`, EARLIER],
    ["a long owner", "o".repeat(90), snapshot(), digest(`${"o".repeat(90)} 4711 ${EVENT}`), EARLIER],
    [
      "an event that nobody knows",
      "a b",
      unknown,
      digest("a%20b ", unknown),
      expect.stringMatching(/^verified [\w+/]{43}=$/),
    ],
  ])("%s", async (_, owner, body, key, earlierKey) => {
    for (const door of DOORS) {
      const { send, seen } = createWatched(door, { secrets: [{ ...ACME, owner }] });
      expect(await send("of acme", body)).toBe(204);
      expect(seen).toEqual([expect.objectContaining({ key, earlierKey, owner, label: "acme" })]);
      expect(String(seen[0]?.key).length).toBeLessThan(120);
    }
  });
});

describe.each(DOORS)("after an upgrade: $name", (door) => {
  it("a payment that was handled before is printed where nobody listens", async () => {
    const { store } = mapStore({ [EARLIER]: "done" });
    await door.client({ secrets: [ACME], store, on: { [EVENT]: () => undefined } })(signed(snapshot(), "of acme"));
    expect(vi.mocked(console.error).mock.calls).toEqual([
      [`webhook receiver: owner_unknown (owner "acme")`, expect.anything()],
    ]);
  });

  it("a payment that a process of the version before handles is refused, and handled once that failed", async () => {
    const { store, keys } = mapStore({ [EARLIER]: "busy" });
    const { send, seen, problems } = createWatched(door, { secrets: [ACME], store });
    expect(await send("of acme")).toBe("event_busy");
    keys.delete(EARLIER);
    expect([await send("of acme"), seen.length]).toEqual([204, 1]);
    expect(problems.map(({ code }) => code)).toEqual(["event_busy"]);
  });

  it("leaves no reservation of an earlier key, and does without where it is not to be looked for", async () => {
    const first = mapStore();
    expect(await createWatched(door, { secrets: [ACME], store: first.store }).send("of acme")).toBe(204);
    const key = `verified/acme 4711 ${EVENT}`;
    expect(first.calls).toEqual([`reserve ${EARLIER}`, `release ${EARLIER}`, `reserve ${key}`]);
    expect([...first.keys.keys()]).toEqual([key]);
    const { store, calls } = mapStore({ [EARLIER]: "done" });
    const { send, seen } = createWatched(door, { secrets: [ACME], store, earlierKeys: false });
    expect([await send("of acme"), seen.length, calls]).toEqual([204, 1, [`reserve ${key}`]]);
  });

  it("a store that fails on the earlier key is asked again", async () => {
    for (const failing of ["reserve", "release"] as const) {
      const { store } = mapStore();
      let fails = 1;
      const broken = (key: string, ...rest: []) => {
        if (fails-- > 0) throw new Error("down");
        return store[failing](key, ...rest);
      };
      const { send, seen } = createWatched(door, { secrets: [ACME], store: { ...store, [failing]: broken } });
      expect([await send("of acme"), seen.length]).toEqual(["store_failed", 0]);
      expect([await send("of acme"), seen.length]).toEqual([204, 1]);
    }
  });
});

describe.each(DOORS)("secrets that contradict each other: $name", (door) => {
  const two = [
    { ...ACME, owner: "one" },
    { ...ACME, owner: "another" },
  ];
  it.each([
    ["one label with two owners", two, "has two owners"],
    ["one label with an owner and without", [ACME, { ...ACME, owner: "another" }], "has two owners"],
    ["an empty owner", [{ ...ACME, owner: "" }], "owner must be a text"],
    ["an owner that is not a text", [{ ...ACME, owner: 1 }], "owner must be a text"],
    ["half a letter as the owner", [{ ...ACME, owner: "\ud800" }], "owner must be a text"],
    ["no label", [{ secret: "of acme" }], "label must be a text"],
    ["an empty label", [{ label: "", secret: "of acme" }], "label must be a text"],
    ["labels as the names of members", { acme: "of acme" }, "label must be a text"],
    ["a promise", Promise.resolve("of acme"), "label must be a text"],
  ])("%s is refused", async (_, secrets, message) => {
    const error = expect.objectContaining({ code: "receiver_option", message: expect.stringContaining(message) });
    expect(() => createWatched(door, { secrets: asWrongType(secrets) })).toThrow(error);
    expect(() => createWatched(door, { secrets: asWrongType(secrets) })).not.toThrow(/of acme/);
    if (secrets instanceof Promise) return;
    const { send, problems } = createWatched(door, { secrets: asWrongType(() => secrets) });
    expect(await send("of acme")).toBe("secrets_unavailable");
    expect(problems).toEqual([{ status: 500, code: "secrets_unavailable", error }]);
  });

  it("two owners of what a function found is refused", async () => {
    const { send, problems } = createWatched(door, {
      secrets: () => ({ owner: "A", secrets: [{ ...ACME, owner: "B" }] }),
    });
    expect(await send("of acme")).toBe("secrets_unavailable");
    expect(problems).toMatchObject([{ error: { code: "receiver_option" } }]);
  });
});
