# privtool with the versions of requirements.lock: docker build -t privtool .
# PyTorch's wheels bring CUDA along; the host needs the driver and the NVIDIA Container Toolkit.
FROM python:3.11-slim-bookworm

RUN pip install --no-cache-dir uv && useradd --create-home --uid 1000 privtool
WORKDIR /opt/privtool
COPY pyproject.toml requirements.lock README.md LICENSE ./
RUN uv pip install --system --no-cache -r requirements.lock
COPY privtool privtool
RUN uv pip install --system --no-cache --no-deps .

USER privtool
WORKDIR /work
ENTRYPOINT ["privtool"]
