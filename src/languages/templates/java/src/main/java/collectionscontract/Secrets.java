package collectionscontract;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** The secrets of a receiver, checked: plain ones, or those of several owners. */
record Secrets(List<String> values, List<LabelledSecret> labelled) {
  static Secrets plain(List<String> values) {
    if (values.isEmpty() || values.stream().anyMatch(one -> one == null || one.isEmpty())) {
      throw new IllegalArgumentException("secret_empty: pass secrets, none of them empty");
    }
    if (values.stream().anyMatch(one -> one.startsWith("\uFEFF") || one.contains("\uFFFD"))) {
      throw new IllegalArgumentException(
          "secret_unusable: a secret was read from bytes that are not UTF-8, or with a byte order"
              + " mark; no delivery would match");
    }
    return new Secrets(List.copyOf(values), List.of());
  }

  static Secrets labelled(List<LabelledSecret> labelled) {
    Map<String, String> owners = new HashMap<>();
    for (LabelledSecret one : labelled) {
      String other = owners.put(one.label(), one.owner());
      if (other != null && !other.equals(one.owner())) {
        throw new IllegalArgumentException(
            "the label " + one.label() + " has two owners: secrets under one label have one owner");
      }
    }
    List<String> values = labelled.stream().map(one -> one.secret().value()).toList();
    return new Secrets(plain(values).values(), List.copyOf(labelled));
  }

  static Callable<Secrets> fixed(Secrets secrets) {
    return () -> secrets;
  }

  /** Null where the secrets have none. */
  String label(int index) {
    return labelled.isEmpty() ? null : labelled.get(index).label();
  }

  /** Null where the secrets have none. */
  String owner(int index) {
    return labelled.isEmpty() ? null : labelled.get(index).owner();
  }

  /** Never shows a secret. */
  @Override
  public String toString() {
    return "Secrets[" + values.size() + "]";
  }
}
