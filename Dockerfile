# Packaging/container builds it from a folder that has the static binary. Policies are mounted at /work.
#   `--target tools` adds git, curl and certificates for `diff --from`, `init` and `verify`.
ARG BASE=debian:bookworm-slim
FROM ${BASE} AS tools
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates curl git \
  && rm -rf /var/lib/apt/lists/* && git config --system --add safe.directory /work
COPY linkpolicy /usr/local/bin/linkpolicy
WORKDIR /work
ENTRYPOINT ["/usr/local/bin/linkpolicy"]
CMD ["validate"]

FROM scratch AS linkpolicy
COPY linkpolicy /usr/local/bin/linkpolicy
WORKDIR /work
ENTRYPOINT ["/usr/local/bin/linkpolicy"]
CMD ["validate"]
