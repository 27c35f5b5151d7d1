import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * Confirms a payment in a sandbox of collections-contract, which then delivers it; prints what the sandbox answers.
 * Reads SANDBOX_URL, and SANDBOX_TOKEN for a sandbox that others can reach.
 */
public final class Pay {
    private Pay() {}

    public static void main(String[] args) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(System.getenv("SANDBOX_URL") + "/_control/payments"))
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + System.getenv("SANDBOX_TOKEN"))
                .POST(BodyPublishers.ofString("{\"amount\":12550,\"confirmed\":true}"))
                .build();
        var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        System.out.println(answer.body());
        System.exit(answer.statusCode() == 201 ? 0 : 1);
    }
}
