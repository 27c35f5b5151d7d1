"""
The driver of the judge in FastAPI, to fill in. Include the router in test set-ups of your service only.

    python3 -m pip install '.[fastapi]' uvicorn
    DRIVER_TOKEN=... PORT=8099 python3 examples/driver_fastapi.py
    DRIVER_TOKEN=... npx collections-contract test api --driver http://127.0.0.1:8099/test-support
"""

import os

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse

from collections_contract.driver import Driver, Members


def support() -> Members:
    """Returns what your service can do: give it the members of ``Members``. What stays None is not listed."""
    return Members()


def router(driver: Driver) -> APIRouter:
    """Returns the routes of the driver. Its functions run in threads, so they may block."""
    routes = APIRouter(prefix="/test-support", include_in_schema=False)

    @routes.api_route("/{name:path}", methods=["GET", "POST"])
    async def call(name: str, request: Request) -> Response:
        body = await request.body()
        authorization = request.headers.get("authorization")
        status, answer = await run_in_threadpool(driver.answer, request.method, name, authorization, body)
        return Response(status_code=status) if answer is None else JSONResponse(answer, status)

    return routes


def main() -> None:
    import uvicorn

    driver = Driver(os.environ.get("DRIVER_TOKEN", ""), support())
    app = FastAPI()
    app.include_router(router(driver))
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ.get("PORT", "8099")))


if __name__ == "__main__":
    main()
