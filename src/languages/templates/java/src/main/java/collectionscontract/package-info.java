/**
 * Payment webhooks and the API of a collections service.
 *
 * <p>{@link collectionscontract.Receiver} takes deliveries, {@link
 * collectionscontract.WebhookSignature} checks their bytes, {@link collectionscontract.Client}
 * calls the API.
 */
package collectionscontract;
