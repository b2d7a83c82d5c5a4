import { BrokerError } from '../errors';
import { told } from '../language/t';

/** What a file in git can decide, in the order in which it is applied. */
export const MANAGED_KINDS = ['topic', 'group', 'limit', 'alarm-channel', 'alarm-rule', 'team', 'setting'] as const;
export type ManagedKind = (typeof MANAGED_KINDS)[number];

export const MANAGED_LIMITS = { nameChars: 600, sourceBytes: 300, reasonChars: 500, entries: 500 } as const;

export interface ManagedEntry {
  readonly kind: ManagedKind;
  /** As the file names it: of a limit "send-rate topic orders", of an alarm rule "backlog orders-billing". */
  readonly name: string;
}

/** An entry that `redrive apply` wrote. */
export interface Managed extends ManagedEntry {
  /** Where its file is. */
  readonly source: string;
  readonly appliedBy: string;
  readonly appliedAt: Date;
  /** The last change here since it was applied; null: none. */
  readonly override: { readonly by: string; readonly at: Date; readonly reason: string } | null;
}

const NOUNS: Readonly<Record<ManagedKind, string>> = {
  topic: 'topic',
  group: 'group',
  limit: 'limit',
  'alarm-channel': 'alarm channel',
  'alarm-rule': 'alarm rule',
  team: 'team',
  setting: 'setting',
};

export const managedTitle = ({ kind, name }: ManagedEntry): string => `${NOUNS[kind]} ${name}`;

export const limitEntryName = ({ kind, scope, subject }: Readonly<Record<'kind' | 'scope' | 'subject', string>>) =>
  `${kind} ${scope} ${subject}`.trim();

export const ruleEntryName = ({ watch, subject }: { readonly watch: string; readonly subject: string | null }) =>
  `${watch} ${subject ?? 'each'}`;

/** @param suggested a reason that was given already @param source of the file that is applied now; null: none is */
export function managedElsewhere(managed: Managed, suggested: string, source: string | null): BrokerError {
  const what = managedTitle(managed);
  const message =
    source === null
      ? told(
          'The {what} is managed by git. Change it in {source}. To change it here anyway, send a reason as `override`; the next "redrive apply" of that file changes it back.',
          { what, source: managed.source },
        )
      : told(
          'The {what} is managed by {owner}, not by {source}. To take it over, send a reason as `override` ("redrive apply --take-over").',
          { what, owner: managed.source, source },
        );
  return new BrokerError('managed', message, { field: 'override', limit: managed.source, value: suggested });
}
