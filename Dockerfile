# The service in a container:
#   docker build -t qwords .
#   docker run --read-only --tmpfs /tmp --stop-timeout 35 -p 8000:8000 -v qwords-data:/data qwords
# To pin the base by digest: docs/operations.md.
FROM python:3.12-slim-bookworm AS build
WORKDIR /source
COPY requirements.lock scripts/image.sh ./
RUN sh image.sh dependencies /opt/qwords
COPY . .
RUN sh scripts/image.sh program /opt/qwords

FROM python:3.12-slim-bookworm
RUN apt-get update \
 && apt-get install --yes --no-install-recommends tesseract-ocr \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin qwords \
 && install --directory --owner qwords --group qwords /data
COPY --from=build /opt/qwords /opt/qwords
ENV PATH=/opt/qwords/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    OMP_NUM_THREADS=1 \
    QWORDS_HOST=0.0.0.0 \
    QWORDS_PORT=8000 \
    QWORDS_DATA=/data \
    QWORDS_KEYS=/data/keys
USER qwords
WORKDIR /data
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
# Asks for the workers, too: a service that lives but reads no photo and scores no tournament is not healthy.
HEALTHCHECK --interval=20s --timeout=5s --start-period=60s --retries=3 \
  CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"QWORDS_PORT\"]}/readyz', timeout=4)"]
ENTRYPOINT ["qwords"]
CMD ["serve"]
