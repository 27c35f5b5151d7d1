package collectionscontract;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs and verifies deliveries: HMAC-SHA256 over the raw body, {@code sha256=<64 hex digits>}. */
public final class WebhookSignature {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int DIGITS = 64;

  /** White space and control characters, as every language of this contract counts them. */
  private static final Pattern BLANK = Pattern.compile("(?U)[\\s\\x00-\\x1F\\x7F-\\x9F\\uFEFF]");

  private static final Pattern OTHER_ALGORITHM = Pattern.compile("[0-9a-z-]+=");
  private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]*");

  private WebhookSignature() {}

  /**
   * The value of the signature header for exactly these bytes.
   *
   * @throws IllegalArgumentException {@code secret_empty}
   */
  public static String sign(byte[] body, String secret) {
    if (secret.isEmpty()) {
      throw new IllegalArgumentException("secret_empty: anyone can sign with an empty key");
    }
    return Contract.SIGNATURE_PREFIX + HexFormat.of().formatHex(mac(body, secret));
  }

  /**
   * Was this body signed with one of these secrets? Each comparison takes constant time.
   *
   * @param body the bytes as they arrived, before any parsing
   * @param header the value of the signature header as it arrived, null if there was none; several
   *     of the same name joined by a comma
   * @param secrets one, or several while a secret is being replaced
   */
  public static Verdict verify(byte[] body, String header, List<String> secrets) {
    if (secrets.isEmpty() || secrets.contains("")) {
      return Verdict.fault("secret_empty");
    }
    String fault = faultOf(header);
    if (fault != null) {
      return Verdict.fault(fault);
    }
    String digits = header.substring(Contract.SIGNATURE_PREFIX.length());
    byte[] given = HexFormat.of().parseHex(digits);
    for (int index = 0; index < secrets.size(); index++) {
      if (MessageDigest.isEqual(mac(body, secrets.get(index)), given)) {
        return Verdict.match(index);
      }
    }
    return Verdict.fault("signature_mismatch");
  }

  /** The first rule that applies gives the code, so one value has one code in every language. */
  private static String faultOf(String header) {
    if (header == null || header.isEmpty()) {
      return "signature_missing";
    }
    if (header.contains(",")) {
      return "signature_repeated";
    }
    if (BLANK.matcher(header).find()) {
      return "signature_whitespace";
    }
    if (!header.startsWith(Contract.SIGNATURE_PREFIX)) {
      boolean isOther = OTHER_ALGORITHM.matcher(header).lookingAt();
      return isOther ? "signature_algorithm" : "signature_prefix";
    }
    String digits = header.substring(Contract.SIGNATURE_PREFIX.length());
    if (!HEX.matcher(digits).matches()) {
      return "signature_encoding";
    }
    return digits.length() == DIGITS ? null : "signature_length";
  }

  private static byte[] mac(byte[] body, String secret) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      return mac.doFinal(body);
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException("every Java has " + ALGORITHM, error);
    }
  }
}
