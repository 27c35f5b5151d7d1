/** What every SQLite file of this package has in common: what its first bytes say, and the result codes. */

import { closeSync, openSync, readSync, statSync } from "node:fs";

/**
 * `absent`: no file, or one that a process was killed over before it wrote. `foreign`: not a database of this
 * application.
 */
export type Header = "absent" | "foreign" | { readonly version: number };

/**
 * Judges a file by its first 100 bytes, without letting SQLite touch it. `application`: the application id of the
 * database. Throws the error of the file system if the file cannot be read.
 */
export function readHeader(file: string, application: number): Header {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return "absent";
  // Opening a pipe would wait for its other end.
  if (!stat.isFile() && !stat.isDirectory()) return "foreign";
  const { size } = stat;
  const header = Buffer.alloc(100);
  const descriptor = openSync(file, "r");
  readSync(descriptor, header, 0, 100, 0);
  closeSync(descriptor);
  if (size === 0) return "absent";
  const isSqlite = header.toString("latin1", 0, 16) === "SQLite format 3\0";
  // What a first run was writing when it was killed is in the log beside the file, so the header may have no identity
  // yet.
  const identity = header.readUInt32BE(68);
  if (!isSqlite || (identity !== application && !(identity === 0 && size <= 4096))) return "foreign";
  return { version: header.readUInt32BE(60) };
}

/** The primary result codes of SQLite that are told apart here. */
export const SQLITE = {
  error: 1,
  busy: 5,
  locked: 6,
  readOnly: 8,
  io: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

/** The primary result code of an error; 0 if it is not from SQLite. */
export function resultCode(error: unknown): number {
  return ((error as { errcode?: number } | undefined)?.errcode ?? 0) & 0xff;
}
