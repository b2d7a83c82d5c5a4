import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { evidenceOf } from '../../model/alarm/incident';
import { signalsOf, SIGNALS } from '../../model/signal/signal';
import { linkFrom } from '../../model/workspace';

/** Scripts: the compiler does not read them. */
const { listSourceFiles, readSource } = (await import(new URL('source-files.mjs', import.meta.url).href)) as {
  listSourceFiles: () => Promise<string[]>;
  readSource: (file: string) => string;
};

const PAGES = join(import.meta.dirname, '../../../app/(console)');
const CLUSTER = join(PAGES, 'c/[workspace]');

/** The page that serves an address: names stand for what is in brackets. */
function isPage(root: string, href: string): boolean {
  const [path = ''] = href.split(/[?#]/);
  const folder = path
    .split('/')
    .filter((part) => part !== '')
    .reduce<string | null>((at, part) => {
      if (at === null) return null;
      if (existsSync(join(at, part))) return join(at, part);
      const named = readdirSync(at).find((name) => /^\[[^.]+\]$/.test(name));
      return named === undefined ? null : join(at, named);
    }, root);
  return folder !== null && existsSync(join(folder, 'page.tsx'));
}

test.each(signalsOf('cluster'))('the alarm %s of a cluster leads to a page that clusters have', (watch) => {
  const subject = SIGNALS[watch].perCause ? 'billing 3fa9' : 'billing';
  const href = evidenceOf({ watch, subject, windowMs: 60_000, firedAt: new Date(0) }, 'cluster');
  expect(linkFrom('eu', href)).toBe(`/c/eu${href}`);
  expect([href, isPage(CLUSTER, href)]).toEqual([href, true]);
});

test('a page that a cluster does not have is known as that', () => {
  expect(['/groups/billing/retries', '/keys', '/groups/billing'].map((href) => isPage(CLUSTER, href))).toEqual([
    ...[false, false, true],
  ]);
});

/** They build an address of their own workspace, or of another one on purpose. */
const OWN_ADDRESSES = new Set([
  'components/ui/use-push.ts',
  'components/data-table/use-url-params.ts',
  'components/views/view-menu.tsx',
  'components/shell/side-nav.tsx',
  'components/shell/workspace-menu.tsx',
]);

test('what a button or a key opens is of the workspace of its page: usePush, and no anchor to a page', async () => {
  const files = (await listSourceFiles()).filter((file: string) => /^components\/.*(?<!\.test)\.tsx?$/.test(file));
  const found = files.flatMap((file: string) => {
    const source = readSource(file);
    const jumps = OWN_ADDRESSES.has(file) ? [] : (source.match(/\brouter\.(push|replace)\(/g) ?? []);
    const anchors = source.match(/<a\s+href=(?:"|\{['"`])\/(?!api\/)[^}"]*/g) ?? [];
    return [...jumps, ...anchors].map((what) => `${file}: ${what}`);
  });
  expect(found).toEqual([]);
});
