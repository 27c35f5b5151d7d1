from keep import keep_bytes
from shared import listen
from stub.main import app

keep_bytes(app)
if __name__ == "__main__":
    listen(app)
