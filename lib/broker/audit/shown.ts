import { isCovered } from '../../model/access/team';
import type { Store } from '../../store/client';
import { OUTSIDE, showPart, showText, type Shown, wordsOf } from './names';
import { AUDIT_PARTS } from './parts';

export interface AuditText {
  readonly actorKind: string;
  readonly actor: string;
  readonly action: string;
  readonly reason: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly counts: unknown;
}

interface Reader {
  readonly scope: readonly string[];
  /** What the reader sees, and all that there is. */
  readonly seen: Store;
  readonly whole: Store;
}

/**
 * A change of what a team sees may name what it does not: the topic of another team that messages went to, the group
 * of another team that read a topic. Not said: neither the name, nor whether there is one.
 *
 * A text of people is read word by word: what is or was a group or topic is left out. Only of people who see more than
 * teams: who has no more would learn from an own text whether there is what it names.
 */
export async function shownTo(
  { scope, seen, whole }: Reader,
  rows: readonly AuditText[],
): Promise<<Each extends AuditText>(row: Each) => Each> {
  const found = namesIn(rows);
  const outside = (names: ReadonlySet<string>): string[] => [...names].filter((name) => !isCovered(scope, name));
  const [names, words] = [outside(found.names), outside(found.words)];
  // also topics that groups of the team consume
  const visible = await existing(seen, [...names, ...words], ['topic']);
  const hidden = await existing(whole, words, ['topic', 'group', 'deleted']);
  const limited = await ofTeamsAlone(whole, rows);
  const name = (text: string): string => (isCovered(scope, text) || visible.has(text) ? text : OUTSIDE);
  const word = (text: string): string => (hidden.has(text) ? name(text) : text);
  return (row) => {
    const to: Shown = { name, text: (text) => (limited.has(writerOf(row)) ? text : showText(text, word)) };
    return { ...row, ...put(row, to) };
  };
}

function put(
  { action, reason, before, after, counts }: AuditText,
  to: Shown,
): Pick<AuditText, 'reason' | 'before' | 'after' | 'counts'> {
  const parts = AUDIT_PARTS[action.split('.', 1)[0] ?? ''];
  return {
    reason: reason === null ? null : to.text(reason),
    before: showPart(before, parts?.values, to),
    after: showPart(after, parts?.values, to),
    counts: showPart(counts, parts?.counts, to),
  };
}

const writerOf = ({ actorKind, actor }: AuditText): string => `${actorKind} ${actor}`;

function namesIn(rows: readonly AuditText[]): {
  readonly names: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
} {
  const [names, words] = [new Set<string>(), new Set<string>()];
  const note = (set: Set<string>, ...found: readonly string[]): string => {
    for (const each of found) set.add(each);
    return '';
  };
  for (const row of rows)
    put(row, { name: (name) => note(names, name), text: (text) => note(words, ...wordsOf(text)) });
  return { names, words };
}

type Kind = 'topic' | 'group' | 'deleted';

async function existing(
  { prisma }: Store,
  names: readonly string[],
  kinds: readonly Kind[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const where = { name: { in: [...names] } };
  const select = { name: true } as const;
  const ask: Readonly<Record<Kind, () => PromiseLike<readonly { readonly name: string }[]>>> = {
    topic: () => prisma.topic.findMany({ where, select }),
    group: () => prisma.consumerGroup.findMany({ where, select }),
    deleted: () => prisma.deletion.findMany({ where, select }),
  };
  const found = await Promise.all(kinds.map((kind) => ask[kind]()));
  return new Set(found.flat().map(({ name }) => name));
}

/** The writers whose rights are those of teams alone. */
async function ofTeamsAlone({ prisma }: Store, rows: readonly AuditText[]): Promise<ReadonlySet<string>> {
  const names = [...new Set(rows.map(({ actor }) => actor))];
  const [people, tokens] = await Promise.all([
    prisma.operator.findMany({ where: { email: { in: names }, role: 'member' }, select: { email: true } }),
    prisma.apiToken.findMany({ where: { name: { in: names }, rights: 'member' }, select: { name: true } }),
  ]);
  return new Set([...people.map(({ email }) => `operator ${email}`), ...tokens.map(({ name }) => `token ${name}`)]);
}
