/** The keys of handled deliveries in Redis or Valkey, for several processes and machines. */

import type { DuplicateStore } from "../receive/duplicate-store.ts";
import { describeKind } from "../receive/value-kinds.ts";
import { checkLifetimes, type Lifetimes, refuse } from "./lifetimes.ts";

/** Options of `redisStore`. */
export type RedisStoreOptions = Lifetimes & {
  /**
   * Sends one command and returns its reply: `(command) => client.sendCommand(command)` of `redis`, `([name, ...rest])
   * => client.call(name, ...rest)` of `ioredis`, `([name, ...rest]) => client.send(name, rest)` of Bun.
   */
  send: (command: [name: string, ...rest: string[]]) => Promise<unknown>;
  /** What its keys start with. Default `collections:`. */
  prefix?: string;
};

const RESERVE = `local held = redis.call('GET', KEYS[1])
if held then return held end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 'new'`;

const RELEASE = `local held = redis.call('GET', KEYS[1])
if held and held ~= 'done' and (held == ARGV[1] or held == 'busy' or ARGV[1] == 'busy') then
  redis.call('DEL', KEYS[1])
end
return 'OK'`;

/**
 * Keeps the keys of handled deliveries in Redis, which all processes share. The server must not evict keys
 * (`maxmemory-policy noeviction`) and should write to disk: a key that it lost is handled again.
 *
 * Its functions reject with what `send` rejects with, or if a reply is not of this store.
 *
 * @throws MisuseError `receiver_option`
 */
export function redisStore(options: RedisStoreOptions): DuplicateStore {
  const { send, prefix = "collections:" }: RedisStoreOptions = Object(options);
  if (typeof send !== "function") refuse(`send must be a function, not ${describeKind(send)}`);
  if (typeof prefix !== "string") refuse(`prefix must be a text, not ${describeKind(prefix)}`);
  const { reservationMs, keepKeysMs } = checkLifetimes(Object(options), { send, prefix });
  const reservedBy = (holder: string | undefined) => (holder ? `busy ${holder}` : "busy");
  const unexpectedReply = () => new Error("send returned a reply that this store does not give.");
  const ask = async (command: Parameters<typeof send>[0]) => String(await send(command));

  async function confirm(command: Parameters<typeof send>[0]): Promise<void> {
    if ((await ask(command)) !== "OK") throw unexpectedReply();
  }

  return {
    async reserve(key, holder) {
      const found = await ask(["EVAL", RESERVE, "1", prefix + key, reservedBy(holder), `${reservationMs}`]);
      if (found === "new" || found === "done") return found;
      if (/^busy( |$)/.test(found)) return "busy";
      throw unexpectedReply();
    },
    done: (key) => confirm(["SET", prefix + key, "done", "PX", `${keepKeysMs}`]),
    release: (key, holder) => confirm(["EVAL", RELEASE, "1", prefix + key, reservedBy(holder)]),
  };
}
