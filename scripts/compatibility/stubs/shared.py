import base64
import os


def received(body: bytes, model: str) -> None:
    print("received", base64.b64encode(body).decode(), base64.b64encode(model.encode()).decode(), sep="\t", flush=True)


def listen(app) -> None:
    import uvicorn

    uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]), log_level="warning")
