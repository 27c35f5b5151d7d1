package collectionscontract;

/**
 * Whether a body was signed with one of the secrets.
 *
 * @param ok whether the delivery may be trusted
 * @param secretIndex of the secret that matched, counted from 0; -1 if none did
 * @param code the first reason against it; null if there is none
 */
public record Verdict(boolean ok, int secretIndex, String code) {
  static Verdict match(int secretIndex) {
    return new Verdict(true, secretIndex, null);
  }

  static Verdict fault(String code) {
    return new Verdict(false, -1, code);
  }
}
