import java.io.File
import org.openapitools.client.apis.AppWebhooksApi
import org.openapitools.client.apis.ClientWebhooksApi
import org.openapitools.client.apis.OAuthApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.AppWebhookWrite
import org.openapitools.client.models.ClientWebhookCreate
import org.openapitools.client.models.PaymentSnapshot

fun say(kind: String, name: Any, act: () -> String) {
    val said = try { "ok\t${act()}" } catch (thrown: Throwable) { "error\t${(thrown.cause ?: thrown).toString().lines().first()}" }
    println("$kind\t$name\t$said")
}

fun main(args: Array<String>) {
    val base = args[0]
    ApiClient.accessToken = args[1]
    val moshi = Serializer.moshi
    @Suppress("UNCHECKED_CAST")
    val sent = moshi.adapter(Map::class.java).fromJson(args[2]) as Map<String, Map<String, Any>>
    fun text(name: String) = moshi.adapter(Map::class.java).toJson(sent[name])
    val form = sent.getValue("exchangeAuthorizationCode").mapValues { it.value.toString() }
    say("call", "exchangeAuthorizationCode") {
        OAuthApi(base).exchangeAuthorizationCode(
            OAuthApi.GrantTypeExchangeAuthorizationCode.entries.first { it.value == form["grant_type"] },
            form.getValue("code"), form.getValue("client_id"), form.getValue("client_secret"), form.getValue("redirect_uri")
        ).accessToken
    }
    say("call", "createClientWebhook") {
        val body = moshi.adapter(ClientWebhookCreate::class.java).fromJson(text("createClientWebhook"))!!
        ClientWebhooksApi(base).createClientWebhook(body).secret
    }
    say("call", "listAppWebhooks") {
        // By reflection, since the type of the identifier is another one in each document.
        val method = AppWebhooksApi::class.java.methods.first { it.name == "listAppWebhooks" && it.parameterCount == 1 }
        val id = moshi.adapter<Any>(method.parameterTypes[0]).fromJson("\"7\"")
        method.invoke(AppWebhooksApi(base), id).toString()
    }
    say("call", "createAppWebhook") {
        val body = moshi.adapter(AppWebhookWrite::class.java).lenient().fromJson(text("createAppWebhook").replace(Regex("(\\d)\\.0"), "$1"))!!
        AppWebhooksApi(base).createAppWebhook(body).webhookUrl.toString()
    }
    val payments = moshi.adapter(PaymentSnapshot::class.java)
    args.drop(3).forEachIndexed { index, file -> say("fixture", index) { payments.toJson(payments.fromJson(File(file).readText())) } }
}
