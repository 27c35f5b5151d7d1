package collectionscontract;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;

/** The secrets of the webhooks that post to a receiver, one or several. Never shows one. */
public final class Secrets {
  private final List<String> values;
  private final List<LabelledSecret> labelled;
  private final Callable<Secrets> source;

  private Secrets(List<String> values, List<LabelledSecret> labelled, Callable<Secrets> source) {
    this.values = values;
    this.labelled = labelled;
    this.source = source;
  }

  /**
   * Takes the secrets of one customer.
   *
   * @throws IllegalArgumentException {@code secret_empty}: there is none, or one is empty; {@code
   *     secret_unusable}: no delivery would match
   */
  public static Secrets of(String... values) {
    return new Secrets(checked(Arrays.asList(values)), List.of(), null);
  }

  /**
   * Takes the secrets of several customers, whose payments may have the same ids.
   *
   * @throws IllegalArgumentException as {@link #of}, or if one label has two owners
   */
  public static Secrets labelled(LabelledSecret... labelled) {
    Map<String, String> owners = new HashMap<>();
    for (LabelledSecret one : labelled) {
      String other = owners.put(one.label(), one.owner());
      if (other != null && !other.equals(one.owner())) {
        throw new IllegalArgumentException(
            "the label " + one.label() + " has two owners: secrets under one label have one owner");
      }
    }
    List<LabelledSecret> all = List.of(labelled);
    return new Secrets(checked(all.stream().map(one -> one.secret().value()).toList()), all, null);
  }

  /**
   * Asks for the secrets at every delivery, so that one can be replaced without a restart.
   *
   * @param source returns the secrets; if it fails, the answer is 500
   */
  public static Secrets asked(Callable<Secrets> source) {
    return new Secrets(List.of(), List.of(), Objects.requireNonNull(source, "source"));
  }

  private static List<String> checked(List<String> values) {
    if (values.isEmpty() || values.stream().anyMatch(one -> one == null || one.isEmpty())) {
      throw new IllegalArgumentException("secret_empty: is its environment variable set?");
    }
    if (values.stream().anyMatch(one -> one.startsWith("\uFEFF") || one.contains("\uFFFD"))) {
      throw new IllegalArgumentException(
          "secret_unusable: a secret was read from bytes that are not UTF-8, or with a byte order"
              + " mark; no delivery would match");
    }
    return List.copyOf(values);
  }

  Secrets current() throws Exception {
    return source == null ? this : source.call().current();
  }

  List<String> values() {
    return values;
  }

  /** Null where the secrets have none. */
  String label(int index) {
    return labelled.isEmpty() ? null : labelled.get(index).label();
  }

  /** Null where the secrets have none. */
  String owner(int index) {
    return labelled.isEmpty() ? null : labelled.get(index).owner();
  }
}
