/** The texts of what an inbox refuses. */

import { defineTexts, prose } from "./text.ts";

/** Why the inbox does not open, store or hand over. */
export const INBOX_TEXTS = defineTexts({
  inbox_engine_old: {
    means: "The SQLite of this Node is older than 3.51.3, which can damage a file in the mode that is used here.",
    fix: "Use Node 24, or keep the inbox in PostgreSQL.",
  },
  inbox_unwritable: {
    means: "The file of the inbox cannot be made, read or written.",
    fix: "Give a path in an existing folder that this user may write to.",
  },
  inbox_unreachable: {
    means: "The inbox could not be opened in PostgreSQL.",
    fix: prose`Look at the code: 28P01 is the password, 3D000 the database, 42501 a right, ENOTFOUND or ECONNREFUSED the
      address. Without a code, look at sslmode. The role needs to create tables in its schema once.`,
  },
  inbox_damaged: {
    means: "The file is not an inbox, or it is damaged. It was left as it is.",
    fix: "Restore it from a copy. collections-contract inbox salvage saves what is readable, if anything is.",
  },
  inbox_newer: {
    means: "A newer version of this package wrote this inbox. It was left as it is.",
    fix: "Use that version or a newer one.",
  },
  inbox_not_migrated: {
    means: "The tables of the inbox are missing or of an older version, and this role may not change them.",
    fix: "Have their owner run: collections-contract inbox migrate --postgres; --sql prints the statement instead.",
  },
  inbox_foreign: {
    means: "The file is the inbox of another service: it was opened with another name before.",
    fix: "Give each service a file of its own, or the option name that this file has.",
  },
  inbox_key_missing: {
    means: "Bodies in this inbox are encrypted with a key that was not given. What they hold stays as it is.",
    fix: prose`Give it in encryptionKeys, after the one that encrypts now; to a command, in INBOX_ENCRYPTION_KEYS. An
      old key is needed until the bodies that it encrypted are gone.`,
  },
  inbox_port_refused: {
    means: "The port for metrics and health cannot be listened at.",
    fix: prose`Give inbox.listen() a port that is free and that this user may use, and an address of this machine; 0
      takes any free port.`,
  },
  inbox_silent: {
    means: "PostgreSQL, or the way to it, did not answer in time. The connection was closed; the next one is new.",
    fix: prose`Look for a failover, a firewall that forgets connections, a long lock, or a pool whose connections are
      all in use.`,
  },
  inbox_pool_ended: {
    means: "The pool was ended before the inbox was closed, so nothing can be stored or handled any more.",
    fix: "End them in this order: the server, await inbox.close(), await pool.end().",
  },
  inbox_pool_small: {
    means:
      "When each handler uses a connection of the pool, none is left to store deliveries: they are answered with 503.",
    fix: "Give the pool at least two connections more than work() has concurrency, or lower concurrency.",
  },
  inbox_shared: {
    means: "Two programs handle the same inbox, which has no name. Each one gets some of the payments of both.",
    fix: "Two services: give openInbox() of each its own name. One service: give all its programs the same name.",
  },
  inbox_disk_shared: {
    means: prose`The file is on a network disk, such as NFS or SMB. Processes on two machines do not see each other's
      log there: they lose payments, or damage the file.`,
    fix: prose`Keep the file on a disk of the machine, or the inbox in PostgreSQL. Otherwise only one machine at a time
      may use it, also while a new version is rolled out.`,
  },
  inbox_log_held: {
    means: prose`The log beside the file cannot be emptied, because a program reads the file all the time. It grows,
      and holds what was erased.`,
    fix: prose`End that program: a shell, a backup or a viewer with an open transaction. inbox.health() has the size
      as logBytes.`,
  },
  inbox_busy: {
    means: "Another process kept the inbox locked for five seconds.",
    fix: "Look for a program that holds a transaction open. The sender was told to retry.",
  },
  inbox_failed: {
    means: "The inbox could not store, so nothing changed or was acknowledged.",
    fix: prose`Look at the cause: often a full disk, or a database that restarts. Deliveries are retried, and no
      restart is needed. If ids repeat in PostgreSQL, as on a logical replica that took over: SELECT
      setval(pg_get_serial_sequence('collections_inbox', 'id'), max(id)) FROM collections_inbox.`,
  },
  inbox_closed: {
    means: "The inbox was closed, so it no longer stores anything.",
    fix: "Close the server before the inbox.",
  },
  lease_lost: {
    means: "The row was claimed again, discarded or erased while the handler ran, so its outcome was not recorded.",
    fix: "Usually nothing: the other attempt counts. If it happens often, the process was stopped longer than leaseMs.",
  },
});

/** What else its worker reports. */
export const INBOX_PROBLEM_TEXTS = defineTexts({
  attempt_failed: {
    means: "A handler threw, rejected, passed its deadline, or its process died. The row will be retried.",
    fix: "Look at the error, and until when the row is tried: collections-contract inbox show ID.",
  },
  row_dead: {
    means: "The last attempt of a row failed. It stays until a person retries or discards it.",
    fix: "Look at the error, fix its cause, then: collections-contract inbox retry ID.",
  },
});

/** Why else a receiver with an inbox did not acknowledge a delivery. */
export const INBOX_ANSWER_TEXTS = defineTexts({
  inbox_full: {
    means: prose`The inbox has reached its limit of rows or bytes. The delivery was not stored, and the sender was
      told to retry.`,
    fix: prose`Raise maxRows or maxBytes, or keep finished rows for less time: keepBodiesMs, keepKeysMs. See what is
      there: collections-contract inbox stats.`,
  },
});

/** What a program does wrong with it. */
export const INBOX_MISUSE_TEXTS = defineTexts({
  inbox_and_handlers: {
    means: "A receiver with an inbox was also given handlers, a store or bigint. The inbox replaces them.",
    fix: "Give handlers to inbox.work() and bigint to openInbox().",
  },
  handlers_missing: {
    means: "A receiver was given neither handlers nor an inbox, so it would acknowledge payments and drop them.",
    fix: "Pass on, onUnknown or inbox.",
  },
  inbox_option: {
    means: "An option of the inbox, or the inbox of a receiver, is missing, out of its bounds or of the wrong type.",
    fix: "Give what the message asks for.",
  },
  inbox_working: {
    means: "This inbox has a worker already.",
    fix: "Call work() or dispatch() once, with all handlers.",
  },
  effect_async: {
    means: prose`The function given to complete() returned a promise. On SQLite, the function inside the transaction
      must be synchronous.`,
    fix: "Await before complete(), and pass a synchronous function.",
  },
  effect_statements: {
    means: prose`The function given to complete() prepared what writes and ran nothing behind it, a text has several, or
      query() got a callback or an object that gives no promise, such as a cursor.`,
    fix: prose`Prepare one statement at a time, and call run() of it; or run all with exec(). In PostgreSQL, await
      query(text, values).`,
  },
  effect_transaction: {
    means: "The function given to complete() ended the transaction or used it later, so its effect may stand alone.",
    fix: "Leave BEGIN, COMMIT and ROLLBACK out: the inbox does that. Use the transaction only inside the function.",
  },
});
