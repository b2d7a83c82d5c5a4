import { z } from 'zod';
import { can, canEverywhere, type Permission, type Principal, scopeOf } from '../../../auth/permission';
import { listManaged as list, markManaged as mark, releaseManaged as release } from '../../../broker';
import { BrokerError } from '../../../model/errors';
import { told } from '../../../model/language/t';
import { isCovered } from '../../../model/access/team';
import { MANAGED_KINDS, MANAGED_LIMITS, type ManagedEntry, type ManagedKind } from '../../../model/managed/managed';
import { operation, type OperationContext } from '../../http/operation';
import type { Named } from '../../http/names-of';
import { reasonSchema } from '../../schemas/group';
import { overrideSchema, sourceSchema } from '../../schemas/ownership';
import { listQuery, pageShape, time } from '../../schemas/shapes';

const tag = 'Configuration in git';
const { nameChars, entries: mostEntries } = MANAGED_LIMITS;
const SHOWN = 100;
const PAGE = 500;

const RIGHTS: Readonly<Record<ManagedKind, { readonly read: Permission; readonly write: Permission }>> = {
  topic: { read: 'topic:read', write: 'topic:write' },
  group: { read: 'group:read', write: 'group:write' },
  limit: { read: 'limit:read', write: 'limit:write' },
  'alarm-channel': { read: 'alarm-channel:manage', write: 'alarm-channel:manage' },
  'alarm-rule': { read: 'alarm:read', write: 'alarm:write' },
  team: { read: 'team:read', write: 'team:manage' },
  setting: { read: 'settings:read', write: 'settings:write' },
};

const kind = z.enum(MANAGED_KINDS);
const entry = z.strictObject({ kind, name: z.string().max(nameChars).describe('As the file names it') });
const entries = z.array(entry).min(1).max(mostEntries).describe('Entries that the file manages');

const managedShape = z
  .object({
    ...{ kind, name: z.string() },
    source: z.string().describe('Where its file is: an address or a file name'),
    appliedBy: z.string(),
    appliedAt: time,
    override: z
      .object({ by: z.string(), at: time, reason: z.string() })
      .nullable()
      .describe('The last change here since it was applied; null: none'),
  })
  .meta({ id: 'Managed' });

const readable = (principal: Principal) => MANAGED_KINDS.filter((each) => can(principal, RIGHTS[each].read));

export const listManaged = operation({
  name: 'listManaged',
  summary: 'List what files in git manage (redrive apply), and what was changed here since',
  ...{ permission: 'group:read', subject: 'listed', effect: 'read' },
  input: z.strictObject({
    ...listQuery,
    cursor: z
      .string()
      .max(nameChars + 20)
      .optional()
      .describe('`nextCursor` of the previous page'),
  }),
  output: pageShape(managedShape),
  http: { method: 'get', path: '/managed', tag, answer: 'By kind and name' },
  run: async ({ broker, kept, principal }, { cursor = '', limit = PAGE }) => {
    const [, after, name = ''] = /^([a-z-]+) (.*)$/s.exec(cursor) ?? [];
    const behind = after === undefined ? undefined : { kind: kind.parse(after), name };
    const items = await list(broker, kept.workspace, { kinds: readable(principal), after: behind, limit });
    const last = items.at(-1);
    return { items, nextCursor: items.length < limit || last === undefined ? null : `${last.kind} ${last.name}` };
  },
});

/** Beside the form that would change it. */
export const managedPage = operation({
  name: 'managed',
  summary: 'What of a kind is managed by a file in git: one entry, or the first of all',
  ...{ permission: 'group:read', subject: 'listed', effect: 'read' },
  input: z.strictObject({ kind, name: z.string().max(nameChars).optional() }),
  run: async ({ broker, kept, principal }, { kind: of, name }) => {
    const kinds = readable(principal).filter((each) => each === of);
    return { items: await list(broker, kept.workspace, { kinds, name, limit: SHOWN }) };
  },
});

const names = ({ entries: given = [] }: { readonly entries?: readonly ManagedEntry[] | undefined }): Named[] =>
  given.flatMap(({ kind: of, name }) =>
    of === 'group' || of === 'topic' ? [{ kind: of, name, field: 'entries' }] : [],
  );

/** @throws BrokerError forbidden */
const requireRight =
  ({ principal }: OperationContext) =>
  ({ kind: of, name }: ManagedEntry): void => {
    const { write } = RIGHTS[of];
    if (canEverywhere(principal, write)) return;
    if ((of === 'group' || of === 'topic') && isCovered(scopeOf(principal, write), name)) return;
    throw new BrokerError('forbidden', told('This needs {write} for {name}.', { write, name }), {
      limit: write,
      value: name,
    });
  };

const changes = { permission: 'group:write', subject: { names }, effect: 'change' } as const;

export const markManaged = operation({
  ...changes,
  name: 'markManaged',
  summary: 'Record that a file in git manages entries that need no change',
  input: z.strictObject({
    source: sourceSchema.describe('Address or name of the file'),
    entries,
    override: overrideSchema.optional().describe('Reason to take over entries that another file manages'),
  }),
  output: z.object({ marked: z.int().describe('Entries that were not managed by it, or were changed since') }),
  http: { method: 'post', path: '/managed', tag, answer: 'Marked' },
  run: async (ctx, given) => {
    given.entries.forEach(requireRight(ctx));
    const { broker, kept, actor } = ctx;
    return { marked: await mark(broker, { ...given, workspace: kept.workspace, isChange: false }, actor) };
  },
});

export const releaseManaged = operation({
  ...changes,
  name: 'releaseManaged',
  summary:
    'Release entries that files in git manage, so that the console can change them again: all of one file, or these',
  input: z.strictObject({
    source: sourceSchema.optional().describe('Only entries of this file'),
    entries: entries.optional().describe('Entries to release; omit for all managed entries'),
    reason: reasonSchema.default('').describe('Kept in the audit log'),
  }),
  output: z.object({ released: z.int() }),
  http: { method: 'post', path: '/managed/release', tag, answer: 'Released; nothing else is changed' },
  run: async (ctx, given) => {
    const { broker, kept, actor } = ctx;
    return { released: await release(broker, { ...given, workspace: kept.workspace }, requireRight(ctx), actor) };
  },
});
