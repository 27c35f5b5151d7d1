import os

import uvicorn
from keep_fastapi import keep_bytes
from stub.main import app

keep_bytes(app)
if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]), log_level="warning")
