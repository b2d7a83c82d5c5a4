import { tell } from '../../../model/language/t';
import { z } from 'zod';
import { lintSettings } from '../../../model/group/group-lint';
import { pickGroupSettings } from '../../../model/group/group-settings';
import { valueOrNull } from '../../../model/reading';
import { operation } from '../../http/operation';
import { groupInput as input } from '../../schemas/group-input';

const checkShape = z
  .object({
    id: z.string(),
    passed: z.boolean(),
    text: z.string(),
    source: z
      .object({ quote: z.string(), title: z.string(), url: z.string() })
      .nullable()
      .describe('The sentence of a documentation behind the check; null: it follows from the settings alone'),
  })
  .meta({ id: 'GroupCheck' });

export const lintGroup = operation({
  name: 'lintGroup',
  summary: 'Check the settings of a group for known risks, with the source of each check',
  permission: 'group:read',
  subject: { group: ({ group }: { readonly group: string }) => group },
  effect: 'read',
  input,
  output: z.object({
    version: z.int().describe('The version of the settings that was checked'),
    checks: z.array(checkShape).describe('Failed checks first'),
    unread: z.string().nullable().describe('Why checks of recent deliveries are missing; null: they are included'),
  }),
  http: { method: 'get', path: '/groups/{group}/lint', tag: 'Groups', answer: 'The checks' },
  run: async ({ engine }, { group: name }) => {
    const [{ group }, { facts }] = await Promise.all([engine.groups.config(name), engine.groups.evidence(name)]);
    // A broadcast group retries nothing: no check of retries applies.
    const findings =
      group.messageModel === 'broadcasting' ? [] : lintSettings(pickGroupSettings(group), valueOrNull(facts));
    return {
      version: group.version,
      checks: findings.map(({ ok, source = null, ...check }) => ({ ...check, passed: ok, source })),
      unread: facts.kind === 'unknown' ? tell(facts.reason) : null,
    };
  },
});
