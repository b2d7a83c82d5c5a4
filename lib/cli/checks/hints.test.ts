import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A script: the compiler does not read it. */
const script = new URL('hints.mjs', import.meta.url).href;
const { withoutHint } = (await import(script)) as {
  withoutHint: (sources: ReadonlyMap<string, string>) => string[];
};
const AUDIT = "await appendAudit(db, { action: 'topic.grow', target });";
const verb = (body: string, before = ''): ReadonlyMap<string, string> =>
  new Map([['lib/broker/topic/grow.ts', `${before}\nexport async function growTopic(ctx) { ${body} }`]]);

test('a verb of the audit log gives a hint of its kind', () => {
  expect(withoutHint(verb(`${AUDIT} ctx.changes.emit({ kind: 'topic' });`))).toEqual([]);
  expect(withoutHint(verb('return 1;'))).toEqual([]);
  expect(withoutHint(verb(AUDIT))).toEqual([
    'lib/broker/topic/grow.ts: growTopic is in the audit log and gives no live hint',
  ]);
  expect(withoutHint(verb(`${AUDIT} ctx.changes.emit({ kind: 'group' });`))).toEqual([
    'lib/broker/topic/grow.ts: growTopic is noted as topic.…, and gives no hint of topic',
  ]);
});

test('also by what it calls, in its file and in others', () => {
  const local = `async function note(db) { ${AUDIT} }\nfunction tell(ctx) { ctx.changes.emit({ kind: 'topic' }); }`;
  expect(withoutHint(verb('await note(db);', local))).toHaveLength(1);
  expect(withoutHint(verb('await note(db); tell(ctx);', local))).toEqual([]);
  expect(withoutHint(verb('await run(() => note(db)); tell(ctx);', local))).toEqual([]);
  const other = verb(`${AUDIT} tell(ctx);`, "import { tell } from './tell';");
  expect(withoutHint(other)).toHaveLength(1);
  const told = new Map([
    ...other,
    ['lib/broker/topic/tell.ts', "export const tell = (ctx) => ctx.changes.emit({ kind: 'topic' });"],
  ]);
  expect(withoutHint(told)).toEqual([]);
  const loop = "for (const kind of ['group', 'topic'] as const) ctx.changes.emit({ kind });";
  expect(withoutHint(verb(AUDIT + loop))).toEqual([]);
});

test('each verb is noticed without its hint', () => {
  const files = ['lib/broker', 'lib/engine'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
      .map((file) => join(folder, file)),
  );
  const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  const emits = /[\w.]*changes\.emit\((?:[^()]|\([^()]*\))*\)/g;
  const unnoticed: string[] = [];
  let tried = 0;
  for (const [file, text] of sources) {
    const isVerb = text.includes('appendAudit(') && /changes\.emit\(/.test(text);
    if (!isVerb || EMITTED_TWICE.has(file)) continue;
    tried += 1;
    if (withoutHint(new Map(sources).set(file, text.replaceAll(emits, 'undefined'))).length === 0) unnoticed.push(file);
  }
  expect(tried).toBeGreaterThan(20);
  expect(unnoticed).toEqual([]);
}, 120_000);

/** Its parts in other files give the hint as well, or it is the class of a worker. */
const EMITTED_TWICE: ReadonlySet<string> = new Set([
  ...['lib/broker/redirect/step.ts', 'lib/engine/move/run.ts', 'lib/engine/rocketmq/redrives/run.ts'],
]);
