"""Pin the container images of compose.yaml and the Dockerfile by digest: ``python tools/pin_images.py``.

A tag can be moved to another image, a digest cannot. This needs docker and a network. Run it again whenever a version is raised.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILES = ("compose.yaml", "Dockerfile")
IMAGE = re.compile(r"^(\s*image: |FROM )([\w./-]+:[\w.-]+)(?:@sha256:[0-9a-f]{64})?", re.MULTILINE)


def digest_of(image: str) -> str:
    """Ask the registry for the digest of a tag; it stands for all platforms."""
    command = ["docker", "buildx", "imagetools", "inspect", "--format", "{{.Manifest.Digest}}", image]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def pinned(text: str, look_up: Callable[[str], str]) -> str:
    """Return the text with the digest behind every image that it names by tag."""
    found = {image: look_up(image) for _, image in IMAGE.findall(text)}
    for image, digest in found.items():
        if not re.fullmatch(r"sha256:[0-9a-f]{64}", digest):
            raise ValueError(f"{image}: {digest!r} is no digest")
    return IMAGE.sub(lambda m: f"{m[1]}{m[2]}@{found[m[2]]}", text)


def main() -> None:
    for name in FILES:
        file = ROOT / name
        file.write_text(pinned(file.read_text(encoding="utf-8"), digest_of), encoding="utf-8")
        print(f"{name}: pinned")


if __name__ == "__main__":
    main()
