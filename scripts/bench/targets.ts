/**
 * What the benchmarks are held against, each once: speed against the limit (above 1 is faster), milliseconds, or bytes
 * gzipped. `told` is how docs/benchmarks.md states it, under the heading that begins with `section`.
 */
export const TARGETS = {
  verification: { value: 1.8, section: "Verification", told: "1.8 at 306 B" },
  largeVerification: { value: 0.98, section: "Verification", told: "0.98 at 64 KiB" },
  pipeline: { value: 1 / 1.6, section: "Receiving", told: "at most 1.6 times" },
  http: { value: 0.9, section: "Receiving", told: "0.9" },
  inboxSqlite: { value: 0.45, section: "The inbox", told: "0.45" },
  inboxPostgres: { value: 0.35, section: "The inbox", told: "0.35" },
  inboxP99Ms: { value: 50, section: "The inbox", told: "50 ms" },
  importMs: { value: 5, section: "Importing", told: "5" },
  verifyBytes: { value: 700, section: "Size", told: "700 B" },
  receiverBytes: { value: 11_700, section: "Size", told: "11,700 B" },
  startMs: { value: 80, section: "Starting the command", told: "80 ms" },
} as const;
