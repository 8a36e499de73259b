# notesctl in an image of its own. The tests are part of the build: an image that exists has passed them.
#
#   docker build --tag notesctl .
#   docker run --rm --interactive --tty --volume notes:/data notesctl list

FROM swift:6.3.1-bookworm AS build
WORKDIR /source

# What changes least comes first: the tools, then the dependencies, then the sources.
COPY scripts/lib.sh scripts/setup scripts/
RUN scripts/setup
COPY Package.* ./
RUN swift package resolve
COPY . .
RUN scripts/test && scripts/release

FROM debian:bookworm-slim

# Whatever the release has of these: its security fixes matter more than a version named here.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libsqlite3-0 libstdc++6 tzdata \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --create-home --uid 1000 notes \
  && install --directory --owner notes --group notes --mode 700 /data
COPY --from=build /source/dist/notesctl /usr/local/bin/notesctl

USER 1000
WORKDIR /home/notes
ENV NOTESCTL_DATA_DIR=/data
VOLUME /data
HEALTHCHECK CMD ["notesctl", "stats"]
ENTRYPOINT ["notesctl"]
CMD ["--help"]
