/** What every SQLite file of this package has in common: what its first bytes say, and the result codes. */

import { closeSync, openSync, readSync, type Stats, statfsSync, statSync } from "node:fs";

/** `absent`: no file, or a process was killed before it wrote. `foreign`: not a database of this application. */
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
  if (size === 0) return "absent";
  const header = readStart(file, stat);
  const isSqlite = header.toString("latin1", 0, 16) === "SQLite format 3\0";
  // What a first run was writing when it was killed is in the log beside the file, so the header may have no identity
  // yet.
  const identity = header.readUInt32BE(68);
  if (!isSqlite || (identity !== application && !(identity === 0 && size <= 4096))) return "foreign";
  return { version: header.readUInt32BE(60) };
}

/** Types of file systems that other machines share, as Linux numbers them: NFS, three of SMB, 9P, Ceph, Lustre, AFS. */
const SHARED_DISKS = [0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x1021997, 0xc36400, 0xbd00bd0, 0x5346414f];

/** Whether a file lies on a disk of the network, where processes of two machines do not see each other's log. */
export function isOnSharedDisk(file: string): boolean {
  try {
    return SHARED_DISKS.includes(statfsSync(file).type >>> 0);
  } catch {
    // Not every runtime can tell.
    return false;
  }
}

/** Descriptors that stay open, by the file. */
const kept = new Map<string, number>();

/** Tells files of one path apart; undefined if there is none. */
export function fileId(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && fileIdentity(found);
}

function fileIdentity({ dev, ino }: Stats): string {
  return `${dev} ${ino}`;
}

/**
 * The first 100 bytes of a file, whose descriptor stays open until the process ends. By the rules of POSIX, closing it
 * would end all locks of this process on the file. If the process had the database open already, another process would
 * then take the log beside it for left over, and delete what was committed to it.
 */
function readStart(file: string, stat: Stats): Buffer {
  const identity = fileIdentity(stat);
  const descriptor = kept.get(identity) ?? openSync(file, "r");
  const start = Buffer.alloc(100);
  try {
    readSync(descriptor, start, 0, 100, 0);
    if (process.platform !== "win32" && stat.isFile()) kept.set(identity, descriptor);
  } finally {
    if (kept.get(identity) !== descriptor) closeSync(descriptor);
  }
  return start;
}

/** Frees the space of a file that was deleted, once nothing that counts can be stored in it. */
export function forgetFile(identity: string): void {
  const descriptor = kept.get(identity);
  kept.delete(identity);
  if (descriptor !== undefined) closeSync(descriptor);
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
  const isOurs = typeof error === "object" && error !== null && "errcode" in error;
  return isOurs ? Number(error.errcode) & 0xff : 0;
}
