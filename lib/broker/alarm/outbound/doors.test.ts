import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What leaves this process for an address, and why that address is one that may be reached. */
const DOORS: Readonly<Record<string, string>> = {
  'lib/broker/alarm/outbound/post.ts': 'guarded',
  'lib/broker/alarm/outbound/get-lines.ts': 'guarded',
  'lib/broker/alarm/outbound/mail.ts': 'guarded',
  // addresses of clusters are inside; checkClusterFields refuses link-local ones
  'lib/cluster/wire/open-socket.ts': 'clusters',
  // of the environment: who sets it has the machine
  'lib/auth/oidc/finish.ts': 'environment',
  'lib/auth/oidc/provider.ts': 'environment',
  'lib/auth/oidc/begin.ts': 'environment',
  'lib/observability/tracing.ts': 'environment',
  'lib/runtime/give-anchor.ts': 'environment',
};
/** Opens a connection: by a module of Node, a library, or fetch. */
const OUTWARD = [
  /import \{[^}]*\brequest\b[^}]*\} from 'node:https?'/,
  /import \{[^}]*\b(connect|createConnection)\b[^}]*\} from 'node:(net|tls|http2)'/,
  /from '(nodemailer|openid-client|undici|@opentelemetry\/exporter[\w-]*)'/,
  /(?<![.\w])fetch\(/,
  /import\('(@opentelemetry|undici|node:https?)/,
];
/** They speak to PostgreSQL, to this node or to RocketMQ clients; or they are tools. */
const NOT_THESE = /\.test\.ts$|^lib\/(testing|store|cli|practice|gateway)\//;

test('every way out is known, and those for addresses that people enter are guarded', () => {
  const text = (file: string): string => readFileSync(file, 'utf8');
  const outward = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .map((file) => join('lib', file))
    .filter((file) => file.endsWith('.ts') && !NOT_THESE.test(file))
    .filter((file) => OUTWARD.some((opens) => opens.test(text(file))));
  expect(outward.toSorted()).toEqual(Object.keys(DOORS).toSorted());
  for (const [file, why] of Object.entries(DOORS))
    if (why === 'guarded')
      expect({ file, is: /outbound\(|resolveTarget\(/.test(text(file)) }).toEqual({ file, is: true });
});
