/** Data of documents in tests, which look into parts whose form they are there to establish. */

// biome-ignore lint/suspicious/noExplicitAny: a test that reads a missing part fails, which is what it is for.
export type Json = any;
