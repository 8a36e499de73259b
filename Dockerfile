# A server of notes in an image of its own. The tests are part of the build: an image that exists has passed them.
#
#   docker build --tag notesctl .
#   docker run --detach --name notes --volume notes:/data --publish 127.0.0.1:8377:8377 notesctl
#   docker exec --interactive --tty notes notesctl server user add ada
#
# It speaks plain HTTP, for a proxy in front of it: see Resources/deploy/compose.yaml and docs/self-hosting.md.

FROM swift:6.3.1-bookworm AS build
WORKDIR /source

# What changes least comes first: the tools, then the dependencies, then the sources.
COPY scripts/lib.sh scripts/setup scripts/
RUN scripts/setup
COPY Package.* ./
RUN swift package resolve
COPY . .
# With CI set, nothing is skipped; the logs of a build that fails would be gone.
RUN CI=true scripts/test || { tail -n 200 .build-debug/logs/*.log && exit 1; }
RUN scripts/release

FROM debian:bookworm-slim

# The package that `scripts/release` makes, and whatever the release has of what it needs: its security fixes matter more
# than a version named here.
# hadolint ignore=DL3008
RUN --mount=type=bind,from=build,source=/source/dist,target=/dist \
  apt-get update \
  && apt-get install --yes --no-install-recommends /dist/notesctl_*.deb libpq5 tzdata \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --create-home --uid 1000 notes \
  && install --directory --owner notes --group notes --mode 700 /data

USER 1000
WORKDIR /home/notes
ENV NOTESCTL_DATA_DIR=/data \
    NOTESCTL_SERVER_LISTEN=0.0.0.0:8377 \
    NOTESCTL_SERVER_BEHIND_PROXY=true
VOLUME /data
EXPOSE 8377
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["notesctl", "server", "health"]
# What is under way is finished before it ends.
STOPSIGNAL SIGTERM
ENTRYPOINT ["notesctl"]
CMD ["serve"]
