package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Labelled secrets: what vectors/receiver.json does not say of them. */
class OwnerTest {
  @Test
  void refusesWhatIsNotUnicodeAndPrintsNoSecret() {
    Secret secret = new Secret("secret-a");
    assertThrows(IllegalArgumentException.class, () -> new LabelledSecret("a", secret, "\uD800"));
    assertFalse(List.of(new LabelledSecret("a", secret)).toString().contains("secret-a"));
  }
}
