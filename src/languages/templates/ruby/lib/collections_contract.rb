# frozen_string_literal: true

require_relative "collections_contract/client"
require_relative "collections_contract/constants"
require_relative "collections_contract/file_store"
require_relative "collections_contract/models"
require_relative "collections_contract/oauth"
require_relative "collections_contract/signature"
require_relative "collections_contract/receiver"
require_relative "collections_contract/rack_app"
require_relative "collections_contract/sql_store"
require_relative "collections_contract/token_keeper"
require_relative "collections_contract/webhook_url"

# Payment webhooks of a collections service, with the standard library alone.
module CollectionsContract
  VERSION = CONTRACT_VERSION
end
