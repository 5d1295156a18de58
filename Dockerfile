# Builds the browser's bundle and the server.
FROM node:24-bookworm-slim AS build
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
# Deletes 40 % of the packages: npm keeps TypeScript, an optional peer of i18next, and maps and declarations are only for
# developers.
RUN npm run build && node build/sbom.js && npm prune --omit=dev && rm -rf node_modules/typescript && \
  find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.[cm]ts' \) -delete

# Runs the built site, with its posts and the packages that it needs.
FROM node:24-bookworm-slim
# Without a limit, the C library keeps memory for each thread that ever allocated some.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2
WORKDIR /site
COPY --from=build /site/package.json ./
COPY --from=build /site/node_modules ./node_modules
COPY --from=build /site/dist ./dist
COPY --from=build /site/content ./content
# What visitors send waits in data/outbox until it is delivered: mount a disk that outlives the container.
# Some platforms run images as any user of group 0.
RUN mkdir -p data/outbox data/posts && chmod 700 data/outbox && chown -R node:0 data && chmod -R g=u data
VOLUME /site/data
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# A small young generation, and an old one that is collected when it exceeds its need by a fifth: 140 MiB after load, not 240.
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=20", "dist/server/main.js"]
