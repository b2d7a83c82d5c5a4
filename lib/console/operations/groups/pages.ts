import { z } from 'zod';
import type { GroupFigures, GroupInBrokers, GroupRow } from '../../../engine';
import { operation } from '../../http/operation';
import { groupInput as input } from '../../schemas/group-input';

const common = {
  permission: 'group:read',
  subject: { group: ({ group }: { readonly group: string }) => group },
  effect: 'read',
} as const;

export const groupsPage = operation({
  ...{ ...common, subject: 'listed' },
  name: 'groups',
  summary: 'Groups with figures, backlog and, in a cluster, what each broker has',
  input: z.object({}),
  run: async ({ engine }) => {
    const { items, ...page } = await engine.groups.list({});
    return { items: items.map(listedGroup), ...page };
  },
});

function listedGroup(row: GroupRow) {
  const { figures, inBrokers } = row;
  return { ...row, figures: listedFigures(figures), inBrokers: inBrokers && listedCopies(inBrokers) };
}

/** What each broker has is shown where they differ; who is silent is said once, beside the list. */
function listedCopies(of: GroupInBrokers): GroupInBrokers {
  return { ...of, settings: of.differences.length > 0 ? of.settings : [], silent: [] };
}

/** The figures that a list shows: with hundreds of groups, the others are most of the page. */
function listedFigures({ topics, ready, inFlight, waiting, dead, blockedKeys, oldestReadyAt, clients }: GroupFigures) {
  return { topics, ready, inFlight, waiting, dead, blockedKeys, oldestReadyAt, clients };
}

/** The frame of every page of a group: state strip and tabs. */
export const groupHead = operation({
  ...common,
  name: 'group',
  summary: 'A group with its figures and its last change',
  input,
  run: ({ engine }, { group }) => engine.groups.head(group),
});

export const groupOverview = operation({
  ...common,
  name: 'groupOverview',
  summary: 'Failures of the last hour by minute and cause, and the queues of a group',
  needs: 'group-overview',
  input,
  run: ({ engine }, { group }) => engine.groups.overview(group),
});

export const groupConfig = operation({
  ...common,
  name: 'groupConfig',
  summary: 'Settings of a group and their last versions',
  input,
  run: ({ engine }, { group }) => engine.groups.config(group),
});

/** It counts all that waits: the pages of settings are there before it. */
export const settingsEvidence = operation({
  ...common,
  name: 'settingsEvidence',
  summary: 'What settings of a group are judged by: failed messages, what is in progress, what happened lately',
  input,
  run: ({ engine }, { group }) => engine.groups.evidence(group),
});

export const groupHistory = operation({
  ...common,
  name: 'groupHistory',
  summary: 'Versions of the settings',
  input,
  run: ({ engine }, { group }) => engine.groups.history(group),
});

/** What changed in a group in the range of its charts, newest first. */
export const groupChanges = operation({
  ...common,
  name: 'groupChanges',
  summary: 'What changed in a group',
  needs: 'group-changes',
  input: input.extend({ from: z.string().max(40).default('-24h') }),
  run: ({ engine }, { group, from }) => engine.groups.changes(group, from),
});
