import base64


def received(body: bytes, model: str) -> None:
    print("received", base64.b64encode(body).decode(), base64.b64encode(model.encode()).decode(), sep="\t", flush=True)
