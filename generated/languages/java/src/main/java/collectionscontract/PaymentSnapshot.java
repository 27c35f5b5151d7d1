// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

package collectionscontract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;

/**
 * The body of a client webhook delivery: a snapshot of the payment, with the case file it belongs
 * to. Further members may be present.
 *
 * @param event The name of an event. Today {@code case_file.payment.confirmed} is the only event
 *     that is delivered. The list is open: expect names that are not known yet.
 * @param id Identifies the payment.
 * @param amount The amount of the payment. Its unit is not stated, so treat it as a bare number.
 *     Null if it is not there.
 * @param paidTo To whom the payment was made. It is {@code client} for the event that is delivered.
 *     Null if it is not there.
 * @param confirmedAt A point in time in ISO 8601, always with its offset from UTC. Null if it is
 *     not there.
 * @param createdAt A point in time in ISO 8601, always with its offset from UTC. Null if it is not
 *     there.
 * @param updatedAt A point in time in ISO 8601, always with its offset from UTC. Null if it is not
 *     there.
 * @param caseFile The case file that a payment belongs to. Further members may be present. Null if
 *     it is not there.
 * @param extra members that this version does not know; they are written again
 */
public record PaymentSnapshot(
    String event,
    long id,
    Long amount,
    String paidTo,
    String confirmedAt,
    String createdAt,
    String updatedAt,
    CaseFileReference caseFile,
    Extra extra)
    implements Model {

  public PaymentSnapshot {
    Objects.requireNonNull(event, "event");
    Objects.requireNonNull(extra, "extra");
  }

  /** Without members that are not known. */
  public PaymentSnapshot(
      String event,
      long id,
      Long amount,
      String paidTo,
      String confirmedAt,
      String createdAt,
      String updatedAt,
      CaseFileReference caseFile) {
    this(event, id, amount, paidTo, confirmedAt, createdAt, updatedAt, caseFile, Extra.NONE);
  }

  /**
   * Reads a JSON object.
   *
   * @throws PayloadException if it does not fit
   */
  public static PaymentSnapshot fromJson(JsonNode json) {
    Members members = Members.of(json);
    return new PaymentSnapshot(
        members.required("@event", Members::string),
        members.required("id", Members::integer),
        members.optional("amount", Members::integer),
        members.optional("paidTo", Members::string),
        members.optional("confirmedAt", Members::string),
        members.optional("createdAt", Members::string),
        members.optional("updatedAt", Members::string),
        members.optional("caseFile", CaseFileReference::fromJson),
        members.rest());
  }

  @Override
  public ObjectNode toJson() {
    return new Output()
        .set("@event", event)
        .set("id", id)
        .set("amount", amount)
        .set("paidTo", paidTo)
        .set("confirmedAt", confirmedAt)
        .set("createdAt", createdAt)
        .set("updatedAt", updatedAt)
        .set("caseFile", caseFile)
        .with(extra);
  }
}
