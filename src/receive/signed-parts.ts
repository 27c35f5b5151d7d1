/** The parts of a receiver of client webhooks, whose deliveries are signed. The same for every runtime. */

import { SIGNATURE_HEADER } from "../../generated/constants.ts";
import { MisuseError, type ReceiverCode } from "../errors/receiving.ts";
import type { Verdict } from "../signature/header.ts";
import type { VerifiedEvent } from "./events.ts";
import { type Keys, ownedKeys, paymentAndEvent, paymentNumber, storeKey } from "./key.ts";
import { askForKey } from "./key-option.ts";
import { checkOptions } from "./option-checks.ts";
import type { InboxReceiverOptions, ReceiverOptions } from "./options.ts";
import { isPromise } from "./promises.ts";
import type { Authenticate, Authenticated, Parts } from "./receiver.ts";
import { warn } from "./report.ts";
import {
  createKeyring,
  findOddities,
  type Keyring,
  type OwnedSecrets,
  type Secrets,
  TOLD_LISTS,
  type Verifying,
} from "./secrets.ts";

/** Signed deliveries that would be lost. */
const ALARMING: readonly ReceiverCode[] = [
  "body_not_utf8",
  "body_not_json",
  "payload_invalid",
  "number_unsafe",
  "owner_unknown",
];

/** Most sentences about odd secrets. */
const TOLD_MAX = 16;

/**
 * Checks the options of a receiver of client webhooks, and makes its parts.
 *
 * @throws MisuseError `receiver_option`, `handlers_missing`, `inbox_option`, `inbox_and_handlers`; `secret_empty` and
 *   `secret_unusable` unless a function finds the secrets
 */
export function signedParts<B extends boolean, P extends object>(
  options: ReceiverOptions<B, P> | InboxReceiverOptions,
  verifying: Verifying,
): Parts<VerifiedEvent> {
  checkOptions(options, true);
  const { on = {}, onUnknown, key, validators, earlierKeys = true, events = [] } = options;
  const added: ReadonlySet<string> = new Set(events);
  return {
    verified: true,
    maxBodyBytes: 1_048_576,
    alarming: ALARMING,
    on,
    onUnknown,
    validators,
    authenticate: authenticateWith(options, verifying),
    idOf: key ? undefined : paymentNumber,
    toEvent({ payload, body, url, secretIndex, signer, isOwned = false }) {
      const { "@event": event } = payload;
      const same = key ? askForKey(key, payload, { ...signer, url }) : (paymentAndEvent(payload, added) ?? body);
      const withKeys = (keys: Keys): VerifiedEvent => {
        return { verified: true, event, payload, ...keys, secretIndex, ...signer, body };
      };
      if (signer?.owner !== undefined) return ownedKeys(signer.owner, same, earlierKeys && isOwned).then(withKeys);
      const known = storeKey("verified ", same);
      return typeof known === "string" ? withKeys({ key: known }) : known.then((digest) => withKeys({ key: digest }));
    },
  };
}

function authenticateWith(
  { secrets, signatureHeader = SIGNATURE_HEADER }: Pick<ReceiverOptions, "secrets" | "signatureHeader">,
  { verify, createVerifier }: Verifying,
): Authenticate {
  const check = checker();
  if (typeof secrets !== "function") {
    const keyring = check(secrets);
    const verifier = createVerifier(keyring.texts);
    return (body, { headers }) => {
      const verdict = verifier.verify(body, headers.get(signatureHeader));
      return isPromise(verdict) ? verdict.then((settled) => signedBy(settled, keyring)) : signedBy(verdict, keyring);
    };
  }
  let last: { found: unknown; keyring: Keyring; verifier: ReturnType<typeof createVerifier> } | undefined;
  return async (body, request) => {
    try {
      const header = request.headers.get(signatureHeader);
      const found = await secrets(request);
      if (!isFixed(found)) {
        const keyring = check(found);
        return signedBy(await verify(body, header, keyring.texts), keyring);
      }
      if (last?.found !== found) {
        const keyring = check(found);
        last = { found, keyring, verifier: createVerifier(keyring.texts) };
      }
      return signedBy(await last.verifier.verify(body, header), last.keyring);
    } catch (error) {
      const isEmpty = error instanceof MisuseError && error.code === "secret_empty";
      return { ok: false, code: isEmpty ? "secret_empty" : "secrets_unavailable", error };
    }
  };
}

/** Returns a function that checks secrets, and tells each oddity once; a function may find others each time. */
function checker(): (given: Secrets | OwnedSecrets) => Keyring {
  const told = new Set<string>();
  return (given) => {
    const keyring = createKeyring(given);
    for (const sentence of TOLD_LISTS.has(Object(given)) ? [] : findOddities(keyring.texts)) {
      if (told.has(sentence) || told.size >= TOLD_MAX) continue;
      told.add(sentence);
      warn("secret_odd", sentence);
    }
    return keyring;
  };
}

/** Whether secrets never change, so that their keys are prepared once. */
function isFixed(found: Secrets | OwnedSecrets): boolean {
  return typeof found === "object" && Object.isFrozen(found) && Object.isFrozen(Object(found).secrets);
}

function signedBy(verdict: Verdict, { signers, isOwned }: Keyring): Authenticated {
  const signer = verdict.ok && signers[verdict.secretIndex];
  return signer ? { ...verdict, signer, isOwned } : verdict;
}
