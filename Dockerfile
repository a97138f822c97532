# The shop as a container: built in the first stage, run in the second as an ordinary user on a root file system that may be
# read-only. Whatever the shop writes is under /data. See docs/operations.md.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY sandbox/package.json ./sandbox/
# Without the workspace: the sandbox's packages aren't part of a shop with real keys.
RUN npm ci --omit=dev --workspaces=false --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node -m 700 /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/contract ./contract
COPY --from=build /app/db ./db
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/server ./server
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Alive, not ready: a shop whose database is away waits for it, and must not be killed for that.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The limits of its memory: docs/operations.md.
CMD ["node", "--import=./scripts/compile-cache.mjs", "--max-semi-space-size=32", "--max-old-space-size=1024", "dist/server/main.js"]
