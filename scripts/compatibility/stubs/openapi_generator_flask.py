import os

import connexion
from keep import keep_bytes
from openapi_server import encoder

# As the stub's own __main__.py, which names the port.
app = connexion.App("openapi_server", specification_dir="./openapi/")
app.app.json_encoder = encoder.JSONEncoder
app.add_api("openapi.yaml", pythonic_params=True)
keep_bytes(app.app)
if __name__ == "__main__":
    app.run(host="127.0.0.1", port=int(os.environ["PORT"]))
