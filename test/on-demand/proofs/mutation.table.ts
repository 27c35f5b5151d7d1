import type { Mutant } from "../../support/mutants.ts";

/** By their names, what to find and what to put there. */
type Rows = Record<string, [find: string, put: string]>;

/** `tests`: the names of the files that notice, with a space between them. */
const guards = (file: string, tests: string, rows: Rows): Mutant[] =>
  Object.entries(rows).map(([name, [find, put]]) => ({
    name,
    file: `src/${file}.ts`,
    find,
    put,
    tests: tests.split(" "),
  }));

export const MUTANTS: readonly Mutant[] = [
  ...guards("signature/header", "receive/receive", {
    "the prefix may stand anywhere": ["`^$", "`$"],
    "more digits pass": ["* 2}}$`", "* 2},}$`"],
    "more than hexadecimal digits pass": ["[\\\\da-fA-F]", "[\\\\da-zA-Z]"],
    "repeated headers are not told apart": ['header.includes(",")', 'header.includes(";")'],
  }),
  ...guards("signature/node", "receive/receive", {
    "every signature matches": ["equalDigests(computed, given)", "true"],
    "no signature matches": ["equalDigests(computed, given)", "false"],
    "half of the digest is enough": [
      "equalDigests(computed, given)",
      "equalDigests(computed.subarray(16), given.subarray(16))",
    ],
    "only the first secret is tried": ["of keys) {\n    computed", "of keys.slice(0, 1)) {\n    computed"],
  }),
  ...guards("signature/node", "signature/signature", {
    "text counts as bytes": ['if (!ArrayBuffer.isView(body)) misuse("body_not_bytes");', ""],
    "a bad secret in a list is skipped": ["keys.length === secrets.length ? keys : undefined", "keys"],
    "an empty secret is a key": ['typeof secret !== "string" || secret === ""', 'typeof secret !== "string"'],
    "an empty list of secrets passes": ["!Array.isArray(secrets) || secrets.length === 0", "!Array.isArray(secrets)"],
  }),
  ...guards("signature/edge", "signature/signature", {
    "an empty secret is a key on the edge": [' && secret !== ""', ""],
    "a verifier with an empty secret is made on the edge": ["if (!list) throw", "if (false) throw"],
  }),
  ...guards("signature/edge", "receive/receive", {
    "every signature matches on the edge": ["await crypto.subtle.verify(", "true || await crypto.subtle.verify("],
  }),
  ...guards("receive/receiver", "receive/receive receive/receiver-vectors", {
    "every method passes": ['method !== "POST"', 'method === ""'],
    "every media type passes": [
      '!/^[ \\t]*application\\/json[ \\t]*(;|$)/i.test(headers.get("content-type") ?? "")',
      "false",
    ],
    "a media type may begin alike": ["json[ \\t]*(;|$)/i", "json/i"],
    "the announced size is not looked at": ['!(Number(headers.get("content-length") ?? 0) <= maxBodyBytes)', "false"],
    "the announced size may be one more": [
      'Number(headers.get("content-length") ?? 0) <= maxBodyBytes',
      'Number(headers.get("content-length") ?? 0) <= maxBodyBytes + 1',
    ],
    "a refused signature goes on": ["if (!authenticated.ok) return", "if (!authenticated.ok) void"],
    "the body is read before it is verified": [
      "const pending = authenticate(body, request);",
      `const early = readDelivery(body, bigint, validators);
      if (!early.ok) return refuse(early.code);
      const pending = authenticate(body, request);`,
    ],
    "a refused payload goes on": [
      "if (!delivery.ok) return tell(orEncoded(delivery.code, request), { faults: delivery.faults });",
      "if (!delivery.ok) return IGNORED;",
    ],
    "an inherited name is a handler": ["Object.hasOwn(on, delivery.event)", "delivery.event in on"],
    "secrets may take for ever": ["within(deadlineMs, pending,", "within(1e9, pending,"],
    "what a key function throws comes out": ["return refuseThrown(tell)(error);", "throw error;"],
    "onProblem may change the answer": [
      "(async () => report({ status, code, ...details }))().catch(console.error);",
      "report({ status, code, ...details });",
    ],
    "a problem does not say whose it is": ["Object.assign(seen, signer);", ""],
    "the name of any event reaches the operator": ["if (known || (inbox && verified)) seen", "seen"],
    "the option bigint is lost": ["readDelivery(body, bigint, validators)", "readDelivery(body, false, validators)"],
    "the validators are lost": ["readDelivery(body, bigint, validators)", "readDelivery(body, bigint)"],
  }),
  ...guards("receive/report", "receive/receive receive/report", {
    "strangers can fill the log": ["this.#alarming.has(code)", "this.#alarming"],
    "the operator is told nothing": ["this.#alarming.has(code)", "!this.#alarming"],
    "a wrong secret leaves no trace": ["else if (/^signature_|^content_encoding/.test(code))", "else if (false)"],
    "each forged signature is printed": ["!known || (", "true || ("],
    "a wrong secret is printed again and again": ["this.hasVerified && now", "now"],
    "refusals are printed more than once a minute": [">= MINUTE_MS", ">= 0"],
  }),
  ...guards("receive/option-checks", "receive/options", {
    "unknown options pass": ["if (unknown) refuse", "if (false) refuse"],
    "options of a wrong kind pass": ["if (!accepts(value)) refuse", "if (false) refuse"],
    "a handler may be anything": ["if (!isFunction(value))", "if (false)"],
    "a Map of handlers passes": ["return Object.keys(value).length > 0 ||", "return true ||"],
    "misspelt events drop payments": ["isSigned && strangers.length > 0", "false && strangers.length > 0"],
    "misspelt events are not told": ["for (const sentence of sentences) warn", "for (const sentence of []) warn"],
  }),
  ...guards("receive/secrets", "receive/owners receive/secrets", {
    "a label has two owners": ["if ((owners.get(label) ?? owner) !== owner)", "if (false)"],
    "a secret takes another owner than its list": ["if (owner !== undefined && own !== owner)", "if (false)"],
    "a label is not an owner": ["(owner ?? label)", "owner as string"],
    "the owner of a list is lost": ["owner === undefined ? undefined : { owner }", "undefined"],
    "secrets are not checked": ["    checkSecret(secret);\n", ""],
  }),
  ...guards("receive/secrets", "receive/receiver-vectors", {
    "secrets without an owner are taken for earlier ones": ["signers.every(Boolean)", "true"],
  }),
  ...guards("receive/secret-text", "receive/secrets", {
    "a byte order mark passes": ['secret.startsWith("\\ufeff") ||', ""],
    "what was not UTF-8 passes": ['secret.includes("\\ufffd") ||', ""],
  }),
  ...guards("receive/earlier-keys", "receive/owners", {
    "a payment from before the upgrade is handled again": ['if (found === "new") return handle();', "return handle();"],
    "an earlier duplicate is not told": ['refuse("owner_unknown");', ""],
    "an earlier key stays reserved": ['if (found === "new") await store.release(key);', ""],
    "deliveries of two owners are in each other's way": ["if (known) return known;", ""],
    "a failed look is remembered": [".finally(() => looks.delete(key))", ""],
  }),
  ...guards("receive/key", "receive/owners", {
    "keys of owners are not told apart": ["encodeURIComponent(owner)", '""'],
    "an owner may look like a key": ["encodeURIComponent(owner)", "owner"],
    "bytes have no owner": ["[prefix, same as BlobPart]", "[same as BlobPart]"],
  }),
  ...guards("receive/asked-key", "receive/asked-key", {
    "a key that is always the same is taken": ["=== same)", "=== undefined)"],
    "a key that fails for another payment is refused": ["return undefined;\n  }", "return asWritten;\n  }"],
    "a key that names a text is refused": ['text === other ? ""', "text === other ? text"],
    "a function that reads times finds none": ['=== "T" ? TIME', '=== "T" ? OTHER'],
    "the event tells payments apart": ['value === null || name === "@event"', "value === null"],
    "null tells payments apart": ['value === null || name === "@event"', 'name === "@event"'],
    "a payload without values is refused": ["hasOther ? other : undefined", "other"],
  }),
  ...guards("receive/signed-parts", "receive/asked-key", {
    "the key of a signed delivery is not asked twice": ["key ? askForKey(key, payload, ", "key ? key(payload, "],
  }),
  ...guards("receive/unsigned-parts", "receive/asked-key", {
    "the key of an unsigned delivery is not asked twice": ["askForKey(key, claims, ", "key(claims, "],
  }),
  ...guards("receive/signed-parts", "receive/dispatch receive/owners", {
    "signed keys have no name space": ['storeKey("verified ", same)', 'storeKey("", same)'],
    "a key of the user is not within the owner": [
      "if (signer?.owner !== undefined)",
      "if (!key && signer?.owner !== undefined)",
    ],
    "earlier keys are always looked for": ["earlierKeys && isOwned", "isOwned"],
  }),
  ...guards("receive/receiver", "receive/owners", {
    "the payment's number stands for its owner, too": ["signer ? undefined : idOf?.(payload)", "idOf?.(payload)"],
  }),
  ...guards("receive/unsigned-parts", "receive/dispatch", {
    "unsigned keys share that of signed ones": ["storeKey(UNVERIFIED, askForKey", 'storeKey("verified ", askForKey'],
  }),
  ...guards("receive/unsigned-parts", "receive/receive", {
    "an app delivery counts as verified": [
      "return { verified: false, event, claims };",
      "return { verified: true, event, claims } as never;",
    ],
  }),
  ...guards("receive/signed-parts", "receive/receive", {
    "what a function of secrets throws comes out": [
      "} catch (error) {\n      const isEmpty",
      `} finally {
      const error = 0;
      // biome-ignore lint: a flaw
      if (0) return;
      const isEmpty`,
    ],
    "the name of the header is fixed": [
      "verifier.verify(body, headers.get(signatureHeader))",
      "verifier.verify(body, headers.get(SIGNATURE_HEADER))",
    ],
  }),
  ...guards("receive/key", "receive/dispatch", {
    "unknown events count as payments": ["!Object.hasOwn(RECEIVED_EVENTS, event) && !added.has(event)", "false"],
    "the key is the id alone": ['key += (key && " ") + member;', "key ||= String(member);"],
    "keys are of any length": ["same.length <= PLAIN_MAX", "true"],
    "the id stands for every event": ["&& Object.hasOwn(RECEIVED_EVENTS, event)", ""],
  }),
  ...guards("receive/key", "receive/options", {
    "a key may be anything": ['typeof same !== "string" || !same', "false"],
  }),
  ...guards("receive/available-body", "receive/over-fetch", {
    "chunks are not counted by fetch": ["!(size <= max) ||", "false ||"],
    "a slow body has no deadline for fetch": [
      'setTimeout(giveUp, timeoutMs, "body_timeout")',
      'setTimeout(giveUp, 1e9, "body_timeout")',
    ],
    "a body that breaks off counts as whole": ['code ??= "body_incomplete";', ""],
    "a body that was read is not noticed": ["request.bodyUsed || stream?.locked", "false"],
    "the rest of a big body is read all the same": ["void reader.cancel().catch(() => undefined);", ""],
    "pieces are not counted by fetch": ["chunks.push(part.value) > PIECES_MAX", "chunks.push(part.value) < 0"],
    "chunks are put together in part": ["new Blob(chunks)", "new Blob(chunks.slice(1))"],
  }),
  ...guards("receive/available-body", "receive/over-bytes receive/over-node receive/hosts", {
    "a text is not taken": ['typeof one === "string" && one !== ""', "false"],
    "a getter that throws is not caught": ["return holder[name];\n  } catch", "return holder[name];\n  } finally"],
    "other views are not bytes": ["if (ArrayBuffer.isView(kept))", "if (false)"],
    "a parsed body is empty": ['stream ? "body_already_read" : new', "new"],
    "a Request without buffers is not read": [
      "return (request as Request).text().then(",
      "throw 0; (request as Request).text().then(",
    ],
    "a Request that hangs is waited for": ["within<Body>(bodyTimeoutMs,", "within<Body>(1e9,"],
  }),
  ...guards("receive/over-bytes", "receive/over-bytes receive/wrong-door receive/receive", {
    "a kept body may be of any size": ["!(body.length <= core.maxBodyBytes)", "false"],
    "methods have one letter case": ["method.toUpperCase()", "method"],
    "an answer goes nowhere in Express": ["|| others.some(isNodeResponse)", ""],
    "a wrong function answers nothing": ["for (const response of others) send", "for (const response of []) send"],
  }),
  ...guards("receive/outcome", "receive/wrong-door", {
    "a refusal is data": ["return withStatusCode(answer, answer)", "return answer"],
  }),
  ...guards("receive/request-kind", "receive/wrong-door", {
    "a context is not looked into": ["[given, request, req, req?.raw, raw, node?.req]", "[given]"],
    "an event with headers is a Request": ['&& typeof text === "function"', ""],
  }),
  ...guards("receive/request-headers", "receive/over-bytes receive/doors", {
    "a repeated header counts once": ["if (first !== undefined) return", "if (first === null) return"],
    "lists of values are one value": ["[value].flat()", "[value]"],
    "names have one letter case": ["name.toLowerCase()) };", "name) };"],
    "raw headers are pairs": ["if (!Array.isArray(entry)) return", "if (false) return"],
  }),
  ...guards("receive/receiver", "receive/receive receive/receiver-vectors", {
    "a compressed body is not told": ['isEncoded ? "content_encoding_unsupported" : code', "code"],
    "identity is an encoding": ["(identity\\s*)?$/i", "$/i"],
  }),
  ...guards("receive/over-node", "receive/over-node receive/hosts", {
    "chunks are not counted by node": ["size > maxBodyBytes ||", "false ||"],
    "pieces are not counted by node": ["pieces.push(piece) > PIECES_MAX", "pieces.push(piece) < 0"],
    "a refused body may have any number of pieces": ["if (++pieces > PIECES_MAX) cut();", ""],
    "a slow body has no deadline for node": [
      'setTimeout(finish, bodyTimeoutMs, "body_timeout")',
      'setTimeout(finish, 1e9, "body_timeout")',
    ],
    "a body that breaks off is waited for": ['["close", onClose],\n      ["error", onClose],', ""],
    "a body that was read is waited for": ["const timer = complete\n", "const timer = 0 > 1\n"],
    "a body that was read in part is whole": ["readableDidRead && size < announced", "false"],
    "an encoding is not noticed": ['readableEncoding ?? "utf8"', '"utf8"'],
    "a paused request is waited for": ["req.resume?.();\n  });", "});"],
    "a request that is gone is waited for": ['return "body_incomplete";', ";"],
    "half a body counts as whole": ["req.readableLength === length", "Number(req.readableLength) > 0"],
    "the connection is cut at once": [
      'if (outcome.code !== undefined && look(Object(req), "complete") === false) drain(req);',
      'Object(res).setHeader?.("connection", "close");',
    ],
    "a sender that goes on is never cut": ["setTimeout(cut, LINGER_MS)", "setTimeout(() => undefined, LINGER_MS)"],
  }),
  ...guards("receive/request-kind", "receive/over-node", {
    "an answer is given twice": ["if (response.headersSent || response.destroyed) return true;", ""],
  }),
  ...guards("receive/delivery", "receive/delivery", {
    "bytes that are no UTF-8 are replaced": ["{ fatal: true }", "{ fatal: false }"],
    "__proto__ stays": ['key === "__proto__" ||', ""],
    "constructor.prototype stays": ['(key === "constructor" && hasPrototype(member))', "false"],
    "a builder's name goes": ["hasPrototype(member)))", "true))"],
    "rounded fractions pass": ["if (hasRoundedInteger(text))", "if (false)"],
    "numbers are not looked at": ["Math.abs(member) > Number.MAX_SAFE_INTEGER", "false"],
    "numbers are looked at in the first level alone": ["found.push(Object(member))", "void member"],
    "negative numbers are not looked at": ["Math.abs(member) >", "member >"],
    "what BigInt cannot keep passes": [
      "if (removePrototypeMembers(payload)) return",
      "if (!bigint && removePrototypeMembers(payload)) return",
    ],
    "the event may be anything": ['if (typeof event !== "string")', "if (false)"],
    "an inherited name has a validator": ["Object.hasOwn(validators, event) ?", "validators[event] ?"],
    "faults do not matter": ["if (!result.ok)", "if (false)"],
    "broken JSON comes out": [
      "} catch {\n    return undefined;",
      "} finally {\n    // biome-ignore lint: a flaw\n    if (0) return undefined;",
    ],
  }),
  ...guards("receive/dispatch", "receive/dispatch-property receive/dispatch", {
    "done before the handler": [
      "const pending = callUserCode(call);",
      "store.done(key);\n      const pending = callUserCode(call);",
    ],
    "the handler is not waited for": [
      "isPromise(pending) ? pending.then(() => settle(HANDLED), fail) : settle(HANDLED)",
      "settle(HANDLED)",
    ],
    "the store is not asked": ["const reserved = store.reserve(key);", 'const reserved = "new" as Reservation;'],
    "a busy event is acknowledged": ['if (reservation !== "new") return refuse', "if (!reservation) return refuse"],
    "a busy event is handled": ['if (reservation !== "new") return refuse', 'if (reservation !== "busy") void refuse'],
    "a failure is acknowledged": ['settle(refuse("handler_failed", { error }))', "settle(HANDLED)"],
    "a failure counts as done": ["outcome === HANDLED ? store.done(key) : store.release(key)", "store.done(key)"],
    "nothing is ever done": ["outcome === HANDLED ? store.done(key) : store.release(key)", "store.release(key)"],
    "a store that is down does not matter": [
      'const notReserved = (error: unknown) => refuse("store_failed", { error });',
      'const notReserved = (error: unknown) => (refuse("store_failed", { error }), handle("new"));',
    ],
    "a store that fails behind the handler undoes its work": [
      'refuse("store_failed", { error }, outcome.status);\n      return outcome;',
      'return refuse("store_failed", { error });',
    ],
    "deliveries at the same time do not share a run": ["if (isPromise(outcome)) memory.begin(same, outcome);", ""],
    "an old outcome is given again": ["store && (() => memory.release(same))", "undefined"],
    "a handler has no deadline": ["within(deadlineMs, work, late,", "within(1e9, work, late,"],
    "a late handler is acknowledged": ['return refuse("handler_deadline");', "return HANDLED;"],
    "a late handler is not told": ["controller.abort();", ""],
  }),
  ...guards("receive/promises", "receive/promises receive/dispatch-property", {
    "a deadline is left behind": ["clearTimeout(timer);", ""],
    "what has settled gets a deadline": ["if (isSettled) return;", ""],
  }),
  ...guards("receive/store-guard", "receive/store-guard", {
    "a store may take for ever": ["within(this.#timeoutMs, pending,", "within(1e9, pending,"],
    "a late reservation is kept": ["await this.#pay(key, holder);\n      else", ";\n      else"],
    "a late reservation is released under its successor": ["if (this.#owed.has(holder))", "if (true)"],
    "a late answer that is not a reservation is released": ['(await answer) !== "new"', "!(await answer)"],
    "a failed release is forgotten": ["this.#owed.set(holder, key);", ""],
    "what is owed stays owed": ['if (reservation !== "busy") for', "if (false) for"],
    "a release that hung ends a mark": ["if (this.#hanging.get(key)) return", "if (false) return"],
    "a failed done is forgotten": ["this.#unmarked.add(key);", ""],
    "a key that was handled is asked for": ["if (this.#unmarked.has(key))", "if (false)"],
  }),
  ...guards("receive/unmarked-keys", "receive/store-guard", {
    "a mark is not repeated": ["void this.#repeatAll()", "undefined"],
    "a mark is repeated for ever": ["this.#keys.delete(key);\n    return true;", "return true;"],
    "marks pile up": ["if (this.#keys.size > WAITING_MAX)", "if (false)"],
    "a store in trouble is asked ever as often": ["this.#delayMs * 2", "this.#delayMs"],
    "a store in trouble is left alone": ["LONGEST_DELAY_MS);", "1e9);"],
  }),
  ...guards("receive/numbers", "receive/delivery", {
    "fractions are not looked at": ["/\\d[.eE]/.test(text) &&", "false &&"],
    "numbers in strings count": ["outsideStrings(text).some", "[text].some"],
    "escapes are not looked at": ["if (backslashes % 2 === 0)", "if (backslashes >= 0)"],
    "the power of ten is not looked at": ["Number(exponent) - fraction.length", "0 - fraction.length"],
  }),
  ...guards("receive/duplicate-store", "receive/duplicate-store", {
    "a busy key is given out again": ["of(key).begin(key, { holder });", ""],
    "unsigned keys push out signed ones": ["key.startsWith(UNVERIFIED) ? unsigned : signed", "signed"],
  }),
  ...guards("receive/memory", "receive/duplicate-store", {
    "nothing is forgotten": [".delete(this.#done[this.#next] as K)", ""],
    "the newest is forgotten": ["this.#next = (this.#next + 1) % this.#max;", ""],
    "a released key stays": ["this.#known.delete(key);", ""],
  }),
  ...guards("webhook-url/index", "webhook-url/webhook-url", {
    "every scheme passes": ['if (!/^https?:/i.test(url)) return "url_scheme";', ""],
    "control characters pass": ['if (/[\\p{Cc} \\\\]/u.test(url)) return "url_malformed";', ""],
    "an address is a host": ['if (address.ok) return "url_host_no_tld";', "if (address.ok) return undefined;"],
    "a private address is a host": [
      'if (address.code !== "address_malformed") return URL_CODE_OF_ADDRESS[address.code];',
      "",
    ],
    "localhost passes": ['if (tld === "localhost") return "url_host_loopback";', ""],
    "a name of one label passes": ['if (labels.length === 1) return "url_host_no_tld";', ""],
    "special names pass": ['if (isSpecialUseTld(tld)) return "url_host_special";', ""],
    "every top-level domain passes": [
      'isListedTld(tld) || options?.isKnownTld?.(tld) ? undefined : "url_host_unknown_tld"',
      "undefined",
    ],
    "a user passes": ['authority.includes("@") && !options?.allowUserinfo', "false"],
    "a URL of any length passes": ['if (url.length > MAX_LENGTH) return "url_too_long";', ""],
  }),
  ...guards("webhook-url/address", "webhook-url/address webhook-url/webhook-url", {
    "ranges are not looked at": ["if (refused) return refused.code;", ""],
    "what is not handed out passes": ["bytes.length === 4 || isWithin(bytes, GLOBAL_IPV6)", "true"],
    "a mapped address passes for its own kind": [
      "isWithin(bytes, MAPPED_IPV4) && findRefusal(bytes.slice(12))",
      "false",
    ],
    "masks are read wrongly": ["range.bits - 8 * index", "range.bits - 4 * index"],
    "leading zeros pass": ["/^(?:0|[1-9]\\d{0,2})$/", "/^\\d{1,3}$/"],
    "numbers beyond a byte pass": ["Number(part) < 256", "Number(part) < 999"],
  }),
  ...guards("inbox/inbox", "inbox/watching", {
    "a full inbox acknowledges": ['return "full";', 'return "stored";'],
  }),
  ...guards("inbox/handlers", "inbox/inbox", {
    "unsigned rows reach the job queue": ["row.verified ? hook : unverified", "unverified ?? hook"],
  }),
  ...guards("inbox/inbox", "inbox/inbox", {
    "conflicts are not told": ['inserted.outcome === "conflict"', "false"],
  }),
  ...guards("inbox/incoming", "inbox/inbox", {
    "unsigned rows have the keys of signed ones": ["key ?? UNVERIFIED + digest", "key ?? 'verified ' + digest"],
  }),
  ...guards("inbox/worker-slot", "inbox/inbox", {
    "two workers begin": ['if (this.#isTaken) throw misuse("inbox_working");', ""],
  }),
  ...guards("inbox/worker-slot", "inbox/races", {
    "a closed inbox begins work": ['if (this.#isClosed) throw inboxError("inbox_closed");', ""],
  }),
  ...guards("inbox/attempt", "inbox/inbox", {
    "no attempt is the last": ["row.attempts >= work.maxAttempts ||", "false ||"],
    "a row that ends its process never dies": [
      "this.#crashed && (row.attempts > work.maxAttempts || row.crashes >= CRASHES)",
      "false",
    ],
    "a handler has no deadline": ["controller.abort(late)", "undefined"],
    "an aborted handler may complete": ["controller.signal.aborted || this.completed", "this.completed"],
    "a lost lease passes for completed": ['if (!(await ended)) throw inboxError("lease_lost");', "await ended;"],
  }),
  ...guards("inbox/attempt", "inbox/races", {
    "an effect that nobody waits for may fail": ["this.#failed?.isMissed() && !this.completed", "false"],
    "a handler that returns does not wait for its effect": ["if (this.completing) {", "if (false) {"],
    "a handler that closes waits for itself": [
      "attempt !== undefined && attempt.#parts.store === store && !attempt.#over",
      "false",
    ],
    "what a handler left behind does not wait": [" && !attempt.#over", ""],
  }),
  ...guards("inbox/worker", "inbox/inbox", {
    "a row whose process died runs beside others": ["this.#alone = crashed && rows.length > 0", "this.#alone = false"],
    "a lost lease is not told": ['attempt.controller.abort(inboxError("lease_lost"))', "undefined"],
    "close does not wait for handlers": [
      "ended.then(() => drained.abort()), sleep(drainMs, undefined, drained)",
      "sleep(0)",
    ],
  }),
  ...guards("inbox/worker", "inbox/races", {
    "leases are not renewed": [
      "this.#renewing = setInterval(() => this.#renew()",
      "this.#renewing = setInterval(() => undefined",
    ],
  }),
  ...guards("inbox/options", "inbox/file", {
    "all wait equally long": ["whole * (1 - random / 2)", "whole"],
    "a wait has no bound": ["Math.min(backoffMaxMs, backoffMinMs", "Math.max(backoffMaxMs, backoffMinMs"],
  }),
  ...guards("inbox/options", "inbox/inbox", {
    "keys go before bodies": [
      'within("keepKeysMs", keyMs, bodyMs, YEARS_MS)',
      'within("keepKeysMs", keyMs, 0, YEARS_MS)',
    ],
  }),
  ...guards("inbox/option-checks", "inbox/inbox", {
    "ids may be anything": ['for (const id of ids) within("id", id, 1, Number.MAX_SAFE_INTEGER);', ""],
  }),
  ...guards("inbox/sqlite/insert", "inbox/inbox", {
    "other bytes are a duplicate": ["first?.digest === row.digest", "first"],
    "caps are not looked at": ["storedAmounts().isFull(row)", "false"],
  }),
  ...guards("inbox/sqlite/insert", "inbox/sqlite", {
    "a conflict is stored again each time": ['if (known) return { outcome: "duplicate", id: known.id };', ""],
  }),
  ...guards("inbox/sqlite/leases", "inbox/sqlite", {
    "an old lease settles": ["id = ? AND fence = ? AND", "id = ? AND fence >= ? AND"],
    "a claim leaves the fence as it was": ["fence = fence + 1, owner = ? WHERE", "owner = ? WHERE"],
    "an effect runs without the lease": ["if (held) runEffect", "runEffect"],
    "a failed effect leaves traces": ['db.exec("ROLLBACK TO effect");', ""],
    "what crashed runs beside others": ["crashed ? due.slice(0, idle ? 1 : 0)", "crashed ? due"],
  }),
  ...guards("inbox/sqlite/leases", "inbox/inbox", {
    "an attempt is counted when it ends": ["attempts = attempts + 1, fence", "fence"],
    "an effect may be asynchronous": ['throw misuse("effect_async");', ""],
    "an effect may end the transaction": ['throw misuse("effect_transaction");', ""],
  }),
  ...guards("inbox/sqlite/rows", "inbox/sqlite", {
    "rows that run are retried": [" AND NOT (state = 'pending' AND owner IS NOT NULL AND due > ?1)", ""],
    "done rows are discarded": ["state NOT IN ('done', 'discarded')", "state <> 'discarded'"],
    "an erased row keeps its error": ["SET body = NULL, error = NULL, lane", "SET body = NULL, lane"],
    "an erased row stays due": ["iif(state = 'done', 'done', 'discarded')", "state"],
    "keys go with their bodies": ["time - keyMs", "time - bodyMs"],
    "a row is retried that meanwhile is done": ["AND state IN (SELECT value FROM json_each(?3)) AND body", "AND body"],
  }),
  ...guards("inbox/sqlite/connection", "inbox/file", {
    "a file that was removed acknowledges": ["if (fileId(this.file) !== this.#id) throw this.#removed();", ""],
    "the log keeps what was erased": ['?.["busy"] === 0', " !== undefined"],
  }),
  ...guards("inbox/sqlite/connection", "inbox/races", {
    "what an effect asks is never committed": ["this.#jobs.length > 0 ? this.#commit() : undefined", "undefined"],
  }),
  ...guards("inbox/sqlite/connection", "inbox/sqlite", {
    "a closed store takes rows": ['if (this.#closed) throw inboxError("inbox_closed", this.file);', ""],
  }),
  ...guards("inbox/sqlite/file", "inbox/file", {
    "commits are not synced": ["synchronous = FULL", "synchronous = NORMAL"],
    "erased bytes stay in the file": ["secure_delete = ON", "secure_delete = OFF"],
    "anyone may read the file": ['openSync(file, "wx", 0o600)', 'openSync(file, "wx", 0o644)'],
    "anyone may read a file that was there": ["chmodSync(file, 0o600);", "chmodSync(file, 0o644);"],
    "a thread ends the locks of its process": ["if (!isMainThread && isFilled(file)) return { version: 0 };", ""],
    "the log is not looked at": ["checkContent(db, file);", ""],
    "a newer log is overwritten": ['if (Number(version) > SCHEMA_VERSION) throw inboxError("inbox_newer", file);', ""],
  }),
  ...guards("files/sqlite", "inbox/file", {
    "the locks of a file are given up": ["kept.set(identity, descriptor)", "undefined"],
  }),
  ...guards("inbox/capacity", "inbox/sqlite", {
    "unsigned rows fill everything": ["rows >= maxRows / 2", "rows >= maxRows"],
    "unsigned bodies fill everything": ["bytes + length > maxBytes / 2", "false"],
    "bytes have no cap": ["bytes + this.#signed.bytes + length > maxBytes", "false"],
  }),
  ...guards("inbox/health", "inbox/watching", {
    "a failed delivery counts for ever": ["now - this.#troubleAt < RECENT_MS", "true"],
    "a failed delivery does not count": ["now - this.#troubleAt < RECENT_MS", "false"],
    "a full inbox is ready": ["stored >= limits.maxRows || bytes >= limits.maxBytes", "false"],
  }),
  ...guards("inbox/modules/child", "inbox/modules", {
    "an effect that nobody waits for may fail": ["failed?.isMissed() && !completed", "false"],
    "a signal for the group ends a handler": [
      'for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])',
      "for (const signal of [])",
    ],
    "an endless loop outlives its parent": ['process.kill(process.pid, "SIGKILL")', "0"],
  }),
  ...guards("inbox/modules/runner", "inbox/modules", {
    "a handler in a module has no deadline": ['signal.addEventListener("abort", kill, { once: true });', ""],
    "children outlive the inbox": ['child.kill("SIGKILL"))),', "done(0))),"],
  }),
];
