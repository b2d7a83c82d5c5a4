import { gzipSync } from 'node:zlib';

import { MOST_FIRST_BYTES } from '../../lib/cli/first-javascript.mjs';
import type { Samples } from '../samples';
import type { RowPlan } from '../scenario';
import type { ConsoleTarget } from '../targets/console';

const LIMIT_MS = 100;
/** Visits of each page: of a console that has just started, and of one that has run for a while, measured. */
const WARM_VISITS = 10;
const VISITS = 11;
const LIMIT_KB = MOST_FIRST_BYTES / 1000;
const PAGES = {
  Now: '/',
  Groups: '/groups',
  'a group': '/groups/group-0',
  'retries of a group': '/groups/group-0/retries',
  'configuration of a group': '/groups/group-0/config',
  'history of a group': '/groups/group-0/history',
  'clients of a group': '/groups/group-0/clients',
  'an ordered group': '/groups/ledger',
  'blocked keys of a group': '/groups/ledger/keys',
  Topics: '/topics',
  'a topic': '/topics/orders',
  'messages of a topic': '/topics/orders/messages',
  messages: '/messages',
  'messages by key': '/messages?key=order-17',
  'a message': '/messages/M000000100',
  'dead letters': '/dead-letters',
  'dead letters of a group': '/dead-letters?group=group-0',
  retries: '/retries',
  're-drives': '/redrives',
  throttling: '/throttling',
  alarms: '/alarms',
  audit: '/audit',
  handover: '/handover',
  settings: '/settings',
};

export const PAGE_ROWS: readonly RowPlan[] = Object.keys(PAGES).flatMap((page) => [
  {
    work: `page "${page}": time of the server`,
    figure: 'ms',
    unit: 'ms',
    better: 'lower' as const,
    redrive: page,
    against: { limit: LIMIT_MS },
    goal: 1,
  },
  {
    work: `page "${page}": time of the server, first visit after the start`,
    figure: 'firstMs',
    unit: 'ms',
    better: 'lower' as const,
    redrive: page,
    against: null,
    goal: null,
  },
  {
    work: `page "${page}": processor time of the database`,
    figure: 'databaseMs',
    unit: 'ms',
    better: 'lower' as const,
    redrive: page,
    against: { limit: LIMIT_MS },
    goal: 1,
  },
  {
    work: `page "${page}": first JavaScript`,
    figure: 'javascriptKb',
    unit: 'kB',
    better: 'lower' as const,
    redrive: page,
    against: { limit: LIMIT_KB },
    goal: 1,
  },
]);

/**
 * From the request to the end of the page, the work of the database, and the JavaScript that the page names. A console
 * runs for weeks: the first visit, which loads the program of the page, is a figure of its own.
 */
export async function measurePages(samples: Samples, target: ConsoleTarget): Promise<void> {
  const headers = { cookie: await target.signIn() };
  const visitAll = async (take: (page: string, visit: Visit) => void | Promise<void>): Promise<void> => {
    for (const [page, path] of Object.entries(PAGES)) await take(page, await visit(target, path, headers));
  };
  await visitAll(async (page, { ms, html }) =>
    samples.add(page, { firstMs: ms, javascriptKb: await sizeOfScripts(target.url, html) }),
  );
  for (let round = 0; round < WARM_VISITS; round += 1) await visitAll(() => undefined);
  for (let round = 0; round < VISITS; round += 1)
    await visitAll((page, { ms, databaseMs }) => samples.add(page, { ms, databaseMs }));
}

interface Visit {
  readonly ms: number;
  readonly databaseMs: number;
  readonly html: string;
}

async function visit(target: ConsoleTarget, path: string, headers: Readonly<Record<string, string>>): Promise<Visit> {
  const before = await target.sessions();
  const startedAt = performance.now();
  const answer = await fetch(`${target.url}${path}`, { headers, redirect: 'manual' });
  const html = await answer.text();
  const ms = performance.now() - startedAt;
  const databaseMs = since(before, await target.sessions());
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return { ms, databaseMs, html };
}

/** A session that is new began with nothing; one that ended meanwhile is not in it. */
function since(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}

async function sizeOfScripts(url: string, html: string): Promise<number> {
  // No browser that the console supports loads what is marked noModule.
  const tags = Array.from(html.matchAll(/<script[^>]+src="([^"]+)"[^>]*>/g)).filter(([tag]) => !/nomodule/i.test(tag));
  const scripts = new Set(tags.map(([, source = '']) => source));
  if (scripts.size === 0) throw new Error('a page without scripts');
  let bytes = 0;
  for (const source of scripts)
    bytes += gzipSync(Buffer.from(await (await fetch(`${url}${source}`)).arrayBuffer())).length;
  return bytes / 1000;
}
