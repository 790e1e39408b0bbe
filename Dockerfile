# privtool with the versions of requirements.lock: docker build -t privtool .
# PyTorch's wheels bring CUDA along; the host needs the driver and the NVIDIA Container Toolkit.
FROM python:3.11-slim-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends g++ \
    && pip install --no-cache-dir uv && uv venv /opt/privtool
# The user of the image cannot write bytecode.
ENV VIRTUAL_ENV=/opt/privtool UV_COMPILE_BYTECODE=1
WORKDIR /src
COPY pyproject.toml requirements.lock README.md LICENSE ./
RUN uv pip install --no-cache -r pyproject.toml --constraint requirements.lock \
    --extra dp --extra ray --extra parquet --extra piper
COPY privtool privtool
RUN uv pip install --no-cache --no-deps .

FROM python:3.11-slim-bookworm
RUN apt-get update && apt-get install --yes --no-install-recommends ffmpeg \
    && rm -rf /var/lib/apt/lists/* && useradd --create-home --uid 1000 privtool
COPY --from=build /opt/privtool /opt/privtool
ENV PATH="/opt/privtool/bin:$PATH"
USER privtool
WORKDIR /work
ENTRYPOINT ["privtool"]
