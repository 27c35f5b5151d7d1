/** What a Worker gets in place of the main entry, which needs Node: a sentence, under the names of that entry. */

import { MisuseError } from "./errors/receiving.ts";

const none = fail();

function fail(): never {
  throw new MisuseError(
    "entry_needs_node",
    'The entry "collections-contract" needs Node. In a Worker, import "collections-contract/edge".',
  );
}

// Without the names, a bundler would fail before anyone reads the sentence.
export {
  none as CASE_FILE_PAYMENT_CONFIRMED,
  none as createAppReceiver,
  none as createReceiver,
  none as createReceiverMeters,
  none as createVerifier,
  none as EVENT_NAMES,
  none as joinMetrics,
  none as lambdaHandler,
  none as MisuseError,
  none as memoryStore,
  none as OPEN_METRICS_TYPE,
  none as postgresSecrets,
  none as postgresSecretsTable,
  none as RESPONSE_HANDLING_TYPE,
  none as SIGNATURE_HEADER,
  none as secretsFromFile,
  none as signBody,
  none as verify,
  none as verifySignature,
};
