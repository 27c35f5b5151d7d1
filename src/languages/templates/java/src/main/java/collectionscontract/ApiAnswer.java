package collectionscontract;

import java.net.http.HttpHeaders;

/**
 * What arrived; the body is within the limit, or one byte longer if it was cut off.
 *
 * @param call method and URL
 */
record ApiAnswer(String call, int status, HttpHeaders headers, byte[] body) {}
