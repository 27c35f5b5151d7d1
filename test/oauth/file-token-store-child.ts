/**
 * A process that shares a file of tokens, for `file-token-store.test.ts`: `hold FILE` takes the lock until it is
 * killed; `renew FILE URL ROUNDS` asks for tokens, each of which counts as rejected afterwards, so that it is renewed.
 */

import { createTokenKeeper, fileTokenStore, rfc6749Refresh } from "../../src/oauth/index.ts";

const [what, file = "", authUrl = "", rounds] = process.argv.slice(2);
const store = fileTokenStore(file);
if (what === "hold") {
  await store.withLock(() => {
    process.stdout.write("held");
    // A timer keeps the process alive.
    return new Promise((resolve) => setTimeout(resolve, 600_000));
  });
} else {
  const endpoint = { authUrl, clientId: "app", clientSecret: "secret", allowInsecureLoopback: true };
  const keeper = createTokenKeeper({ store, refresh: rfc6749Refresh(endpoint) });
  for (let round = 0; round < Number(rounds); round++) keeper.invalidate(await keeper.accessToken());
}
