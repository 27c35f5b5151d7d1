/** The example of the documents. Its signature is true; a test compares both with them. */
export const EXAMPLE = {
  body: '{"@event":"case_file.payment.confirmed","id":4711,"amount":12550,"paidTo":"client","confirmedAt":"2026-03-02T09:15:00+01:00","createdAt":"2026-02-27T16:40:12+01:00","updatedAt":"2026-03-02T09:15:00+01:00","caseFile":{"id":815}}',
  secret: "<WEBHOOK_SECRET>",
  header: "sha256=4e17227cfd8a8e1c8ba7bc33b289759511e96ffdf596b7fe41869fd2efddc252",
};
