FROM python:3.11-slim AS build
WORKDIR /src
COPY . .
RUN pip wheel --no-cache-dir --wheel-dir /wheels ".[postgres,fast]"

FROM python:3.11-slim
RUN useradd --system --create-home --home-dir /var/lib/boxcars boxcars
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-index --find-links /wheels "boxcars[postgres,fast]" && rm -r /wheels
USER boxcars
WORKDIR /var/lib/boxcars
VOLUME /var/lib/boxcars
ENV BOXCARS_DATABASE=/var/lib/boxcars/boxcars.sqlite
EXPOSE 8020
HEALTHCHECK --interval=30s --timeout=5s CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8020/healthz', timeout=4)"]
CMD ["boxcars", "serve", "--host", "0.0.0.0", "--port", "8020"]
