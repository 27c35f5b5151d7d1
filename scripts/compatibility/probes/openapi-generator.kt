import org.openapitools.client.apis.*
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.*

fun main(args: Array<String>) {
    val (operation, base, token, text) = args
    ApiClient.accessToken = token
    val json = Serializer.jacksonObjectMapper
    fun field(name: String) = json.readTree(text).get(name).asText()
    println(when (operation) {
        "exchangeAuthorizationCode" -> (if (base.isEmpty()) OAuthApi() else OAuthApi(base)).exchangeAuthorizationCode(
            OAuthApi.GrantTypeExchangeAuthorizationCode.entries.first { it.value == field("grant_type") },
            field("code"), field("client_id"), field("client_secret"), field("redirect_uri")
        ).accessToken
        "createClientWebhook" ->
            ClientWebhooksApi().createClientWebhook(json.readValue(text, ClientWebhookCreate::class.java)).secret
        "listAppWebhooks" -> json.writeValueAsString(AppWebhooksApi().listAppWebhooks("7"))
        "createAppWebhook" -> AppWebhooksApi().createAppWebhook(json.readValue(text, AppWebhookWrite::class.java)).webhookUrl
        else -> json.writeValueAsString(json.readValue(text, PaymentSnapshot::class.java))
    })
}
