"""No dead promises (GROUPS.md, check 10): a link is shown only if it can be reached, and sharing takes a press on this computer.

127.0.0.2 stands in for this computer's address in its network, and a client at 127.0.0.3 for another computer there.
"""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from boxcars.server.profiles.qr_code import own_address
from tests.server.cards import new_card
from tests.server.inside import Inside
from tests.server.running import make

SHARED, OTHER = "127.0.0.2", "127.0.0.3"


def stands_in(address: str) -> bool:
    with socket.socket() as sock:
        try:
            sock.bind((address, 0))
        except OSError:
            return False
    return True


pytestmark = pytest.mark.skipif(not stands_in(SHARED), reason="only Linux listens at all of 127/8")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Inside]:
    with Inside(str(tmp_path / "s.sqlite"), limits=False, share_address=SHARED) as running:
        yield running


def get(url: str) -> httpx.Response:
    return httpx.get(url, timeout=60)


def press(server: Inside, method: str = "POST", **headers: str) -> httpx.Response:
    return httpx.request(method, f"{server.url}/api/share", headers={"Origin": server.url} | headers, timeout=60)


def from_elsewhere(url: str) -> httpx.Client:
    return httpx.Client(base_url=url, transport=httpx.HTTPTransport(local_address=OTHER), timeout=60)


def test_nothing_tells_the_address_before_the_press_and_the_link_works_after_it(server: Inside) -> None:
    device = new_card(server.url)
    table = device.make()["table"]
    own = own_address()
    paths = ("/", f"/t/{table}", "/profile", "/api/share", f"/api/invite?to=/t/{table}", "/api/card", f"/api/tables/{table}/view")
    told = [device.http.get(path).text for path in paths] + [device.http.post("/api/card/carry").text]
    for text in told:
        assert SHARED not in text and (own is None or own not in text)
        assert set(re.findall(r"https?://[\w.:]+", text)) <= {server.url, "http://www.w3.org"}
    invited = get(f"{server.url}/api/invite?to=/t/{table}").json()
    assert invited["only_here"] and invited["path"] == ""
    with pytest.raises(httpx.ConnectError):
        from_elsewhere(f"http://{SHARED}:{server.port}").get("/healthz")

    shown = press(server).json()
    assert shown == {"alone": False, "shared": True, "here": True, "port": server.port, "failed": False}
    invited = get(f"{server.url}/api/invite?to=/t/{table}").json()
    assert invited["link"] == f"http://{SHARED}:{server.port}/t/{table}" and not invited["only_here"] and invited["path"]
    assert device.http.post("/api/card/carry").json()["link"].startswith(f"http://{SHARED}:{server.port}/profile/take#")
    with from_elsewhere(f"http://{SHARED}:{server.port}") as friend:
        assert friend.get(f"/t/{table}").status_code == 200
        assert friend.post(f"/api/tables/{table}/join", json={"name": "Ben"}).status_code == 200
        assert friend.get(f"/api/invite?to=/t/{table}").json()["link"] == f"http://{SHARED}:{server.port}/t/{table}"

        begun = time.monotonic()
        assert not press(server, "DELETE").json()["shared"]
        with pytest.raises(httpx.TransportError):  # the connection that was open is closed, too
            friend.get("/healthz")
        with pytest.raises(httpx.ConnectError):
            from_elsewhere(f"http://{SHARED}:{server.port}").get("/healthz")
        assert time.monotonic() - begun < 1
    assert get(f"{server.url}/healthz").status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Host": "192.0.2.9:80", "Origin": "http://192.0.2.9:80"},
        {"Host": "boxcars.example", "Origin": "http://boxcars.example"},
    ],
)
def test_a_press_from_another_origin_or_host_is_refused(server: Inside, headers: dict[str, str]) -> None:
    for method in ("POST", "DELETE"):
        assert press(server, method, **headers).status_code == 403
    assert not get(f"{server.url}/api/share").json()["shared"]


def test_a_press_of_no_page_and_one_of_another_computer_are_refused(server: Inside) -> None:
    assert httpx.post(f"{server.url}/api/share", timeout=60).status_code == 403
    assert press(server).json()["shared"]
    base = f"http://{SHARED}:{server.port}"
    with from_elsewhere(base) as friend:
        for host in (f"{SHARED}:{server.port}", f"127.0.0.1:{server.port}", "localhost"):
            headers = {"Host": host, "Origin": f"http://{host}"}
            assert friend.delete("/api/share", headers=headers).status_code == 403
        assert friend.get("/api/share").json()["here"] is False
        assert friend.get("/metrics").status_code == 404  # open to this computer alone
    assert get(f"{server.url}/metrics").status_code == 200


def test_an_operator_can_forbid_it_and_an_address_that_does_not_answer_is_not_shown(tmp_path: Path) -> None:
    with Inside(str(tmp_path / "a.sqlite"), limits=False, share_address=SHARED, sharing=False) as server:
        assert press(server).status_code == 403
        assert not get(f"{server.url}/api/share").json()["here"]
    with Inside(str(tmp_path / "b.sqlite"), limits=False, share_address="192.0.2.1") as server:  # nobody's address
        shown = press(server).json()
        assert (shown["shared"], shown["failed"], shown["alone"]) == (False, True, True)
        assert get(f"{server.url}/api/invite?to=/").json()["only_here"]


def test_behind_a_public_address_nothing_of_this_is_needed(tmp_path: Path) -> None:
    with Inside(str(tmp_path / "a.sqlite"), limits=False, public_url="https://trains.example") as server:
        made = make(server.url)
        invited = get(f"{server.url}/api/invite?to=/t/{made['table']}").json()
        assert invited["link"] == f"https://trains.example/t/{made['table']}" and not invited["only_here"]
