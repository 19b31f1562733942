# The app in a container: docker build -t treeclust . && docker run -p 8501:8501 -v treeclust:/data treeclust
FROM python:3.12-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends build-essential libgraphviz-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
COPY . /source
RUN python -m venv /opt/treeclust && /opt/treeclust/bin/pip install --no-cache-dir "/source[app,postgresql]"

FROM python:3.12-slim
RUN apt-get update && apt-get install -y --no-install-recommends graphviz \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 10001 treeclust && install -d -o treeclust /data
COPY --from=build --chown=treeclust /opt/treeclust /opt/treeclust
USER 10001
ENV PATH=/opt/treeclust/bin:$PATH TREECLUST_DATABASE_URL=sqlite:////data/projects.db
# Compiled once, here, so that no container compiles when it starts.
RUN treeclust prepare
VOLUME /data
EXPOSE 8501
HEALTHCHECK --start-period=20s CMD ["python", "-c", "import os, urllib.request as u; p = os.environ.get('TREECLUST_BASE_PATH', '').strip('/'); u.urlopen('http://127.0.0.1:8501/' + (p + '/' if p else '') + '_stcore/health', timeout=3)"]
# Below a path of a reverse proxy: -e TREECLUST_BASE_PATH=clusters
CMD ["sh", "-c", "exec treeclust app --host 0.0.0.0 --no-open --base-path \"${TREECLUST_BASE_PATH:-}\""]
