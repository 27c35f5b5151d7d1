/** Stores of duplicates that several processes share, for the option `store` of a receiver. Re-exports only. */

export { MisuseError } from "../errors/receiving.ts";
export type { DuplicateStore, Reservation } from "../receive/duplicate-store.ts";
export { type PostgresStoreOptions, postgresStore, postgresStoreTable } from "./postgres.ts";
export { type RedisStoreOptions, redisStore } from "./redis.ts";
