import os

import uvicorn
from keep_fastapi import keep_bytes, raw_body
from openapi_server.apis.deliveries_api_base import BaseDeliveriesApi
from openapi_server.main import app
from probe import received


class Deliveries(BaseDeliveriesApi):
    async def deliver_client_webhook(self, x_service_signature, payment_snapshot):
        received(raw_body.get(), payment_snapshot.to_json())


keep_bytes(app)
if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]), log_level="warning")
