/** Writes a file so that a failure leaves either the old text or the new one. */

import { randomUUID } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Replaces a file as a whole, or creates it, for this user alone (mode 0600). `file`: no link. The text is on the disk
 * when it resolves. Throws the error of the system.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const fresh = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(fresh, "wx", 0o600);
    await writeAll(handle, Buffer.from(text)).finally(() => handle.close());
    const renamed = await rename(fresh, file).then(
      () => true,
      () => false,
    );
    if (renamed) await syncFolder(dirname(file));
    else await overwrite(file, text);
  } finally {
    // Gone unless something failed, or the file was written in place.
    await rm(fresh, { force: true }).catch(() => undefined);
  }
}

/**
 * Writes over a file that cannot be renamed over, such as one that is mounted alone. The rest of a longer text becomes
 * blanks, so that one write is enough. If there is no room for the text, the old one comes back.
 */
export async function overwrite(file: string, text: string): Promise<void> {
  const handle = await open(file, "r+");
  try {
    const old = await handle.readFile();
    const bytes = Buffer.alloc(Math.max(old.length, Buffer.byteLength(text)), " ");
    bytes.write(text);
    try {
      await writeAll(handle, bytes);
    } catch (error) {
      await writeAll(handle, old);
      await handle.truncate(old.length);
      throw error;
    }
    // Another user may own it.
    await handle.chmod(0o600).catch(() => undefined);
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at, bytes.length - at, at)).bytesWritten;
  await handle.sync();
}

/** Makes the new name durable. Windows cannot sync a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
