import collectionscontract.ApiException;
import collectionscontract.AppWebhook;
import collectionscontract.AppWebhookWrite;
import collectionscontract.AuthorizationCode;
import collectionscontract.Client;
import collectionscontract.ClientOptions;
import collectionscontract.ClientWebhook;
import collectionscontract.ClientWebhookCreate;
import collectionscontract.Contract;
import collectionscontract.Json;
import collectionscontract.Secret;
import collectionscontract.TokenResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/**
 * From an authorization code to a registered webhook. Prints what the service answered as one JSON
 * document, without tokens and secrets; the secret of the new webhook goes into the file
 * SECRET_FILE, which only this user may read.
 *
 * <p>Reads BASE_URL, AUTH_URL, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, CODE, CLIENT_IRI, APP_IRI,
 * APP_ID, WEBHOOK_URL and SECRET_FILE. ALLOW_INSECURE_LOOPBACK=1 allows plain http to this machine,
 * for tests.
 */
public final class Onboarding {
  private Onboarding() {}

  public static void main(String[] args) throws IOException {
    try {
      System.out.println(Json.write(onboard(System.getenv())));
    } catch (ApiException error) {
      // One line: the code, the operation, the status. Never what the service sent.
      System.err.println(error.getMessage());
      System.exit(1);
    }
  }

  private static JsonNode onboard(Map<String, String> env) throws IOException {
    boolean isLocal = "1".equals(env.get("ALLOW_INSECURE_LOOPBACK"));
    ClientOptions options = ClientOptions.defaults().withAllowInsecureLoopback(isLocal);
    AuthorizationCode code =
        new AuthorizationCode(
            new Secret(env.get("CODE")),
            env.get("CLIENT_ID"),
            new Secret(env.get("CLIENT_SECRET")),
            env.get("REDIRECT_URI"));
    TokenResponse tokens = code.exchange(env.get("AUTH_URL"), options);
    Client client = new Client(env.get("BASE_URL"), tokens.accessToken(), options);
    List<String> events = List.of(Contract.CASE_FILE_PAYMENT_CONFIRMED);
    String url = env.get("WEBHOOK_URL");
    ClientWebhook created =
        client.createClientWebhook(
            new ClientWebhookCreate(env.get("CLIENT_IRI"), "Payments", events, url));
    keepSecret(Path.of(env.get("SECRET_FILE")), created.secret());
    AppWebhook appWebhook =
        client.createAppWebhook(
            new AppWebhookWrite(
                env.get("APP_IRI"), url, events, Contract.WAIT_FOR_SUCCESSFUL_RESPONSE, true));
    JsonNode listed = client.listAppWebhooks(env.get("APP_ID"));

    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result
        .putObject("tokens")
        .put("token_type", tokens.tokenType())
        .put("expires_in", tokens.expiresIn());
    result.set("clientWebhook", created.toJson().without("secret"));
    result.set("appWebhook", appWebhook.toJson());
    result.set("appWebhooks", listed);
    return result;
  }

  private static void keepSecret(Path file, Secret secret) throws IOException {
    boolean isPosix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] onlyOwner =
        isPosix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    // A file that is there already keeps who may read it.
    Files.deleteIfExists(file);
    Files.createFile(file, onlyOwner);
    Files.writeString(file, secret.value(), StandardCharsets.UTF_8);
  }
}
