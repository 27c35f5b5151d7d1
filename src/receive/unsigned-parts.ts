/** The parts of a receiver of app webhooks, whose deliveries are not signed (F-6.4-02). */

import { UNVERIFIED } from "./duplicate-store.ts";
import type { UnverifiedEvent } from "./events.ts";
import { storeKey } from "./key.ts";
import { askForKey } from "./key-option.ts";
import { checkOptions } from "./option-checks.ts";
import type { AppReceiverOptions, InboxAppReceiverOptions } from "./options.ts";
import type { Parts } from "./receiver.ts";

/**
 * Checks the options of a receiver of app webhooks, and makes its parts. Keys of unsigned events have a namespace of
 * their own: none of them can equal the key of a signed event.
 *
 * @throws MisuseError `receiver_option`, `handlers_missing`, `inbox_option`, `inbox_and_handlers`
 */
export function unsignedParts(options: AppReceiverOptions | InboxAppReceiverOptions): Parts<UnverifiedEvent> {
  checkOptions(options, false);
  const { on = {}, onUnknown, key } = options;
  return {
    verified: false,
    // Anyone can send these, and reading 1 MiB of JSON can occupy the process for a quarter of a second.
    maxBodyBytes: 65_536,
    // Anyone can send a malformed body, so those codes are not printed.
    alarming: [],
    on,
    onUnknown,
    validators: {},
    authenticate: () => ({ ok: true, secretIndex: -1 }),
    toEvent({ payload: claims, url }) {
      const { "@event": event } = claims;
      const storedUnder = key && storeKey(UNVERIFIED, askForKey(key, claims, { url }));
      if (storedUnder === undefined) return { verified: false, event, claims };
      const withKey = (known: string): UnverifiedEvent => ({ verified: false, event, claims, key: known });
      return typeof storedUnder === "string" ? withKey(storedUnder) : storedUnder.then(withKey);
    },
  };
}
