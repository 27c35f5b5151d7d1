from keep import keep_bytes, raw_body
from openapi_server.apis.deliveries_api_base import BaseDeliveriesApi
from openapi_server.main import app
from shared import listen, received


class Deliveries(BaseDeliveriesApi):
    async def deliver_client_webhook(self, x_service_signature, payment_snapshot):
        received(raw_body.get(), payment_snapshot.to_json())


keep_bytes(app)
if __name__ == "__main__":
    listen(app)
