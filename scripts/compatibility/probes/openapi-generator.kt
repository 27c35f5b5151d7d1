import java.io.File
import org.openapitools.client.apis.AppWebhooksApi
import org.openapitools.client.apis.ClientWebhooksApi
import org.openapitools.client.apis.OAuthApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.AppWebhookWrite
import org.openapitools.client.models.ClientWebhookCreate
import org.openapitools.client.models.PaymentSnapshot

fun say(kind: String, name: Any, act: () -> String): Boolean {
    val result = runCatching(act)
    val said = result.fold({ "ok\t$it" }, { "error\t${(it.cause ?: it).toString().lines().first()}" })
    println("$kind\t$name\t$said")
    return result.isSuccess
}

fun main(args: Array<String>) {
    ApiClient.accessToken = args[2]
    val json = Serializer.jacksonObjectMapper
    val sent = json.readTree(args[3])
    val form = sent.get("exchangeAuthorizationCode")
    fun field(name: String) = form.get(name).asText()
    fun tokens(api: OAuthApi) = api.exchangeAuthorizationCode(
        OAuthApi.GrantTypeExchangeAuthorizationCode.entries.first { it.value == field("grant_type") },
        field("code"), field("client_id"), field("client_secret"), field("redirect_uri")
    ).accessToken
    if (!say("call", "exchangeAuthorizationCode") { tokens(OAuthApi()) })
        say("call", "exchangeAuthorizationCode") { tokens(OAuthApi(args[1])) }
    say("call", "createClientWebhook") {
        ClientWebhooksApi().createClientWebhook(json.treeToValue(sent.get("createClientWebhook"), ClientWebhookCreate::class.java)).secret
    }
    say("call", "listAppWebhooks") { json.writeValueAsString(AppWebhooksApi().listAppWebhooks("7")) }
    say("call", "createAppWebhook") {
        val body = json.treeToValue(sent.get("createAppWebhook"), AppWebhookWrite::class.java)
        AppWebhooksApi().createAppWebhook(body).webhookUrl.toString()
    }
    args.drop(4).forEachIndexed { index, file ->
        say("fixture", index) { json.writeValueAsString(json.readValue(File(file), PaymentSnapshot::class.java)) }
    }
}
