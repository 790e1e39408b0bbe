"""What the tests of models share: a hub of our own on this machine, and an empty cache."""

import json
import socket
from collections.abc import Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
import torch
from huggingface_hub import constants, file_download

COMMIT = "0123456789abcdef0123456789abcdef01234567"


class StubHub:
    """Answers as the model hub does, for the models in `folders`; counts what it is asked for.

    `refused` are requests, as `HEAD file`, that it answers with a status and error code instead.
    """

    def __init__(self) -> None:
        self.folders: dict[str, Path] = {}
        self.refused: dict[str, tuple[int, str]] = {}
        self.requests: list[str] = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        hub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                hub.requests.append(f"{self.command} {self.path}")
                status, headers, body = hub.answer(self.command, self.path)
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(body))}.items():
                    self.send_header(name, value)
                self.end_headers()
                if self.command == "GET":
                    self.wfile.write(body)

            do_HEAD = do_GET

            def log_message(self, *args: object) -> None:
                pass

        return Handler

    def answer(self, method: str, path: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body."""
        place = path.partition("?")[0].strip("/")
        place = place.removeprefix("api/models/")
        model = next((name for name in self.folders if place.startswith(name)), None)
        if model is None:
            return 401, {}, b'{"error": "Invalid username or password."}'
        folder = self.folders[model]
        if path.startswith("/api/"):
            files = sorted(
                p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()
            )
            listing: object = {
                "id": model, "sha": COMMIT, "siblings": [{"rfilename": f} for f in files],
            }  # fmt: skip
            if place.startswith(f"{model}/tree/"):  # as clients ask since huggingface_hub 2
                listing = [
                    {"type": "file", "path": f, "oid": COMMIT, "size": (folder / f).stat().st_size}
                    for f in files
                ]
            return 200, {"Content-Type": "application/json"}, json.dumps(listing).encode()
        name = place.removeprefix(f"{model}/resolve/{COMMIT}/")
        if f"{method} {name}" in self.refused:
            status, code = self.refused[f"{method} {name}"]
            return status, {"X-Error-Code": code} if code else {}, b""
        body = (folder / name).read_bytes()
        return 200, {"ETag": f'"{sha256(body).hexdigest()}"', "X-Repo-Commit": COMMIT}, body


def point_at(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the hub's client to an address, as HF_ENDPOINT does when it is loaded."""
    template = address + "/{repo_id}/resolve/{revision}/{filename}"
    monkeypatch.setattr(constants, "ENDPOINT", address)
    for where in (constants, file_download):
        monkeypatch.setattr(where, "HUGGINGFACE_CO_URL_TEMPLATE", template, raising=False)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of the hub's client; whoever asks a hub finds its door shut."""
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "cache"))
    point_at("http://127.0.0.1:9", monkeypatch)
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    return tmp_path / "cache"


@pytest.fixture
def hub(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StubHub]:
    """A hub on this machine, and the client set to it."""
    stub = StubHub()
    thread = Thread(target=stub.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    point_at(stub.address, monkeypatch)
    yield stub
    stub.server.shutdown()
    stub.server.server_close()


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any attempt to look up a host or to connect fails the test."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was used")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.fixture(scope="session", autouse=True)
def _one_thread() -> None:
    """Tiny models are fastest without threads, above all where other tests run beside."""
    torch.set_num_threads(1)
