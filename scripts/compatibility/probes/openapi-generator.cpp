#include "CppRestOpenAPIClient/ApiClient.h"
#include "CppRestOpenAPIClient/ApiConfiguration.h"
#include "CppRestOpenAPIClient/api/AppWebhooksApi.h"
#include "CppRestOpenAPIClient/api/ClientWebhooksApi.h"
#include "CppRestOpenAPIClient/api/OAuthApi.h"
#include "CppRestOpenAPIClient/model/PaymentSnapshot.h"
#include <cpprest/json.h>
#include <iostream>

using namespace org::openapitools::client::api;
using namespace org::openapitools::client::model;

template <class Model> static std::shared_ptr<Model> modelOf(const web::json::value& json) {
  auto model = std::make_shared<Model>();
  if (!model->fromJson(json)) throw std::runtime_error("error: fromJson said no");
  return model;
}

static std::string call(const std::string& operation, const std::string& base, const std::string& token, web::json::value body) {
  auto configuration = std::make_shared<ApiConfiguration>();
  if (!base.empty()) configuration->setBaseUrl(base);
  configuration->getDefaultHeaders()["Authorization"] = "Bearer " + token;
  auto client = std::make_shared<ApiClient>(configuration);
  if (operation == "exchangeAuthorizationCode") {
    auto field = [&](const char* name) { return body[name].as_string(); };
    return OAuthApi(client).exchangeAuthorizationCode(field("grant_type"), field("code"), field("client_id"),
      field("client_secret"), field("redirect_uri")).get()->getAccessToken();
  }
  if (operation == "createClientWebhook")
    return ClientWebhooksApi(client).createClientWebhook(modelOf<ClientWebhookCreate>(body)).get()->getSecret();
  if (operation == "listAppWebhooks") return AppWebhooksApi(client).listAppWebhooks("7").get()->toJson().serialize();
  if (operation == "createAppWebhook")
    return AppWebhooksApi(client).createAppWebhook(modelOf<AppWebhookWrite>(body)).get()->getWebhookUrl();
  return modelOf<PaymentSnapshot>(body)->toJson().serialize();
}

int main(int, char** argv) {
  std::cout << call(argv[1], argv[2], argv[3], web::json::value::parse(argv[4])) << std::endl;
}
