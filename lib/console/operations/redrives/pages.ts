import { z } from 'zod';
import { REDRIVE_VERDICTS, type RedriveVerdict } from '../../../model/redrive/redrive';
import { operation } from '../../http/operation';
import { redriveId, redriveIdOf } from './shapes';

const ITEMS = 50;
const RUNS = 30;
const cursor = z.string().max(20).optional();
const common = {
  permission: 'redrive:read',
  subject: { redrive: ({ id }: { readonly id: string }) => redriveIdOf(id) },
  effect: 'read',
} as const;

export const redrivesPage = operation({
  ...{ ...common, subject: { group: ({ group }: { readonly group?: string | undefined }) => group } },
  name: 'redrives',
  summary: 'Re-drives, newest first, and the groups that have had one',
  input: z.strictObject({ group: z.string().max(200).optional(), state: z.literal('open').optional(), cursor }),
  run: async ({ engine }, { state, ...asked }) => {
    const [page, groups] = await Promise.all([
      engine.redrives.list({ ...asked, openOnly: state === 'open', limit: RUNS }),
      engine.redrives.groups(),
    ]);
    return { ...page, groups };
  },
});

export const redrivePage = operation({
  ...common,
  name: 'redrive',
  summary: 'A re-drive with its verdicts, and what can be done next',
  input: z.strictObject({ id: redriveId }),
  run: async ({ engine, reasonAgainst }, { id }) => ({
    ...(await engine.redrives.progress(redriveIdOf(id))),
    /** Null: may pause, resume, cancel and recall. */
    controlNotAllowed: reasonAgainst('redrive:control'),
  }),
});

export const redriveSeries = operation({
  ...common,
  name: 'redriveSeries',
  summary: 'How a re-drive went over time',
  input: z.strictObject({ id: redriveId }),
  run: ({ engine }, { id }) => engine.redrives.series(redriveIdOf(id)),
});

/** Filters of the message table; "failing" is what failed and may still change. */
const SHOWN: Readonly<Record<string, readonly RedriveVerdict[]>> = {
  ...Object.fromEntries(REDRIVE_VERDICTS.map((verdict) => [verdict, [verdict]])),
  failing: ['retrying', 'died-again'],
};

/** Which messages of which re-drive. */
export const redriveFilter = { id: redriveId, show: z.enum([...REDRIVE_VERDICTS, 'failing']).optional() };

export function verdictsShown(show: string | undefined): readonly RedriveVerdict[] | undefined {
  return show === undefined ? undefined : SHOWN[show];
}

export const redriveItems = operation({
  ...common,
  name: 'redriveItems',
  summary: 'Messages of a re-drive with the verdict of each',
  input: z.strictObject({ ...redriveFilter, cursor }),
  run: ({ engine }, { id, show, ...page }) =>
    engine.redrives.items({ ...page, redriveId: redriveIdOf(id), verdicts: verdictsShown(show), limit: ITEMS }),
});
