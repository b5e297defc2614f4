# The server in a container. Everything it installs is pinned by hash, the base image by its version: `python tools/pin_images.py`
# pins the image itself by its digest, too. Run that again whenever the version is raised.
FROM python:3.11.14-slim-bookworm AS build
WORKDIR /src
COPY requirements-build.lock requirements-server.lock ./
RUN python -m venv /opt/boxcars \
 && /opt/boxcars/bin/pip install --no-cache-dir --no-deps --require-hashes -r requirements-server.lock \
 && pip install --no-cache-dir --no-deps --require-hashes -r requirements-build.lock
COPY . .
RUN pip wheel --no-cache-dir --no-build-isolation --no-deps --wheel-dir /wheels . \
 && /opt/boxcars/bin/pip install --no-cache-dir --no-index --no-deps /wheels/*.whl

FROM python:3.11.14-slim-bookworm
RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/boxcars boxcars \
 && chmod 700 /var/lib/boxcars
COPY --from=build /opt/boxcars /opt/boxcars
# It writes to its data folder and /tmp and nowhere else: run it with a read-only file system (compose.yaml does).
ENV PATH=/opt/boxcars/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    BOXCARS_DATABASE=/var/lib/boxcars/boxcars.sqlite
USER boxcars
WORKDIR /var/lib/boxcars
VOLUME /var/lib/boxcars
EXPOSE 8020
HEALTHCHECK --interval=30s --timeout=5s CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8020/healthz', timeout=4)"]
CMD ["boxcars", "serve", "--host", "0.0.0.0", "--port", "8020"]
