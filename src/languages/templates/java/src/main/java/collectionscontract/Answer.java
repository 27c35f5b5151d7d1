package collectionscontract;

/**
 * What to answer.
 *
 * @param status the HTTP status
 * @param code why it is not 2xx, safe to show to anyone; null if it is
 */
public record Answer(int status, String code) {}
