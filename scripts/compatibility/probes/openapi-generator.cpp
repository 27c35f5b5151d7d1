#include "CppRestOpenAPIClient/ApiClient.h"
#include "CppRestOpenAPIClient/ApiConfiguration.h"
#include "CppRestOpenAPIClient/api/AppWebhooksApi.h"
#include "CppRestOpenAPIClient/api/ClientWebhooksApi.h"
#include "CppRestOpenAPIClient/api/OAuthApi.h"
#include "CppRestOpenAPIClient/model/PaymentSnapshot.h"
#include <cpprest/json.h>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>

using namespace org::openapitools::client::api;
using namespace org::openapitools::client::model;
using web::json::value;

static bool say(const std::string& kind, const std::string& name, const std::function<std::string()>& act) {
  try {
    const std::string text = act();
    std::cout << kind << "\t" << name << "\tok\t" << text << std::endl;
    return true;
  } catch (const std::exception& error) {
    std::string what = error.what();
    std::cout << kind << "\t" << name << "\terror\t" << what.substr(0, what.find('\n')) << std::endl;
    return false;
  }
}

static std::shared_ptr<ApiClient> clientOf(const std::string& url, const std::string& token) {
  auto configuration = std::make_shared<ApiConfiguration>();
  if (!url.empty()) configuration->setBaseUrl(url);
  if (!token.empty()) configuration->getDefaultHeaders()["Authorization"] = "Bearer " + token;
  return std::make_shared<ApiClient>(configuration);
}

template <class Model> static std::shared_ptr<Model> modelOf(const value& json) {
  auto model = std::make_shared<Model>();
  if (!model->fromJson(json)) throw std::runtime_error("fromJson said no");
  return model;
}

int main(int, char** argv) {
  value sent = value::parse(argv[4]);
  value form = sent["exchangeAuthorizationCode"];
  auto field = [&](const char* name) { return form[name].as_string(); };
  // With nothing set, and then with the URL given by hand.
  for (const char* url : {"", (const char*)argv[2]})
    if (say("call", "exchangeAuthorizationCode", [&] {
          return OAuthApi(clientOf(url, "")).exchangeAuthorizationCode(field("grant_type"), field("code"), field("client_id"),
            field("client_secret"), field("redirect_uri")).get()->getAccessToken();
        })) break;
  auto client = clientOf(argv[1], argv[3]);
  say("call", "createClientWebhook", [&] {
    return ClientWebhooksApi(client).createClientWebhook(modelOf<ClientWebhookCreate>(sent["createClientWebhook"])).get()->getSecret();
  });
  say("call", "listAppWebhooks", [&] { return AppWebhooksApi(client).listAppWebhooks("7").get()->toJson().serialize(); });
  say("call", "createAppWebhook", [&] {
    return AppWebhooksApi(client).createAppWebhook(modelOf<AppWebhookWrite>(sent["createAppWebhook"])).get()->getWebhookUrl();
  });
  for (int index = 5; argv[index]; index++)
    say("fixture", std::to_string(index - 5), [&] {
      std::ifstream file(argv[index]);
      std::string text{std::istreambuf_iterator<char>(file), {}};
      return modelOf<PaymentSnapshot>(value::parse(text))->toJson().serialize();
    });
}
