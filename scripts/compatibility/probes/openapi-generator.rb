# Without gems: the models need none, the calls would need Typhoeus.
require "json"
require "date"
require "time"
module OpenapiClient; end
folder = File.join(__dir__, "generated/lib/openapi_client")
base = File.join(folder, "api_model_base.rb")
require base if File.exist?(base)
%w[case_file_reference payment_snapshot].each { |name| require File.join(folder, "models", name) }

ARGV.drop(3).each_with_index do |file, index|
  payment = OpenapiClient::PaymentSnapshot.build_from_hash(JSON.parse(File.read(file)))
  raise payment.list_invalid_properties.join(", ") unless payment.valid?
  puts ["fixture", index, "ok", JSON.generate(payment.to_hash)].join("\t")
rescue StandardError => e
  puts ["fixture", index, "error", "#{e.class}: #{e.message.lines.first&.strip}"].join("\t")
end
