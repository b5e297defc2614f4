"""A real PostgreSQL for the tests, from the installed binaries (or those of a wheel), in a folder of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from tests.server.running import free_port


def binaries() -> Path | None:
    """Where initdb and postgres are: on the path, in Debian's place, or named by BOXCARS_POSTGRES."""
    named = os.environ.get("BOXCARS_POSTGRES")
    found = shutil.which("initdb")
    places = [Path(named)] if named else []
    places += [Path(found).resolve().parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "initdb").exists() and (place / "postgres").exists()), None)


class Postgres:
    """Runs as another user where the tests run as root (PostgreSQL refuses root)."""

    def __init__(self) -> None:
        found = binaries()
        assert found is not None
        self.binaries = found
        self.folder = Path(tempfile.mkdtemp(prefix="boxcars-postgres-"))
        self.port = free_port()
        self.user: int | None = None
        if os.getuid() == 0:
            try:
                account = pwd.getpwnam("postgres")
            except KeyError:
                account = pwd.getpwnam("nobody")
            self.user = account.pw_uid
            os.chown(self.folder, account.pw_uid, account.pw_gid)
        self.data = self.folder / "data"
        self._run("initdb", "-D", str(self.data), "-U", "boxcars", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        self._start()
        self.count = 0

    def _start(self) -> None:
        # It is the servers that are killed here, never PostgreSQL itself: it need not wait for the disk.
        settings = [f"port={self.port}", "listen_addresses='127.0.0.1'", f"unix_socket_directories='{self.folder}'", "fsync=off"]
        arguments = [part for setting in settings for part in ("-c", setting.replace("'", ""))]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.binaries / "postgres", "-D", str(self.data), *arguments],
                stdout=log,
                stderr=log,
                user=self.user,
                cwd=self.folder,
            )
        self._wait()

    def pause(self) -> None:
        """Away, with its data."""
        self.process.send_signal(signal.SIGINT)  # a fast shutdown: does not wait for clients
        self.process.wait(30)

    def resume(self) -> None:
        self._start()

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self.binaries / program, *arguments], check=True, capture_output=True, user=self.user, cwd=self.folder, timeout=120
        )

    def _wait(self) -> None:
        import psycopg

        for _ in range(200):
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=2).close()
            except psycopg.Error:
                time.sleep(0.1)
            else:
                return
        raise RuntimeError((self.folder / "log").read_text()[-2000:])

    def url(self, database: str) -> str:
        return f"postgresql://boxcars@127.0.0.1:{self.port}/{database}"

    def database(self) -> str:
        """A fresh database's URL."""
        import psycopg

        self.count += 1
        name = f"boxcars{self.count}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def stop(self) -> None:
        self.pause()
        shutil.rmtree(self.folder, ignore_errors=True)
