/** A misspelt option has no effect, such as `encryptionKey`, which would leave tokens and payments in the clear. */

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openInbox } from "../../src/inbox/index.ts";
import {
  createTokenKeeper,
  createTokenKeepers,
  fileTokenStore,
  memoryTokenStore,
  postgresTokenStore,
} from "../../src/oauth/index.ts";
import { createReceiver } from "../../src/receive/index.ts";
import { postgresSecrets } from "../../src/receive/postgres-secrets.ts";
import { postgresStore, redisStore } from "../../src/stores/index.ts";
import { scratch } from "../cli/run.ts";
import { asWrongType } from "../support/wrong-type.ts";

const folder = scratch();
const postgres = { connect: () => Promise.reject(new Error("not reached")) };
const encryptionKey = Buffer.alloc(32, 7).toString("base64");
const opened = () => openInbox({ file: join(folder, "misspelt.db") });

const MAKERS: Record<string, [misspelt: object, make: (options: never) => unknown, right: string]> = {
  postgresSecrets: [{ postgres, encryptionKey }, postgresSecrets, "encryptionKeys"],
  postgresTokenStore: [{ postgres, grant: "a", encryptionKey }, postgresTokenStore, "encryptionKeys"],
  fileTokenStore: [{ encryptionKey }, (options) => fileTokenStore(join(folder, "tokens"), options), "encryptionKeys"],
  createTokenKeeper: [{ store: memoryTokenStore(), skewSecond: 1 }, createTokenKeeper, "skewSeconds"],
  createTokenKeepers: [{ store: memoryTokenStore, refreshAtOnce: 1 }, createTokenKeepers, "refreshesAtOnce"],
  createReceiver: [{ secret: "a", on: {} }, createReceiver, "secrets"],
  postgresStore: [{ postgres, keepKeyMs: 1 }, postgresStore, "keepKeysMs"],
  redisStore: [{ send: async () => "OK", prefixes: "a" }, redisStore, "prefix"],
  openInbox: [{ file: join(folder, "new.db"), encryptionKey }, openInbox, "encryptionKeys"],
  "inbox.work": [{ retryMs: 1 }, async (options) => (await opened()).work({}, options), "retryForMs"],
  "inbox.dispatch": [
    { lease: 1_000 },
    async (options) => (await opened()).dispatch(async () => {}, options),
    "leaseMs",
  ],
  "inbox.list": [{ state: ["dead"] }, async (options) => (await opened()).list(options), "states"],
  "inbox.listen": [{ port: 0, hosts: "::1" }, async (options) => (await opened()).listen(options), "host"],
};

describe("a misspelt option is refused, with the name that was meant", () => {
  it.each(Object.entries(MAKERS))("%s", async (_, [misspelt, make, right]) => {
    const error = await new Promise((resolve) => resolve(make(asWrongType(misspelt)))).then(
      () => "made",
      (failure) => JSON.stringify({ message: failure.message, faults: failure.faults }),
    );
    expect(error).toContain(`is not an option here. Did you mean ${right}?`);
  });
});
