import { mustBe } from '../check-number';
import { told } from '../language/t';

/** From so many messages on, a change needs a second person. */
export interface ApprovalRule {
  /** "" this installation, "*" everywhere, else the name of an attached cluster. */
  readonly workspace: string;
  /** The name of a group; one that ends with * is a prefix, * alone is all. */
  readonly group: string;
  readonly fromMessages: number;
}

/** Which changes need a second person, and how long a request waits for one. */
export interface ApprovalPolicy {
  readonly rules: readonly ApprovalRule[];
  readonly expiresAfterHours: number;
}

export const NO_APPROVALS: ApprovalPolicy = { rules: [], expiresAfterHours: 8 };

export const APPROVAL_LIMITS = { rules: 100, hours: 168, open: 200 } as const;

export const APPROVAL_STATES = ['open', 'expired', 'running', 'done', 'failed', 'refused', 'withdrawn'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** The strictest rule of a group. @returns messages; null: no change of it needs a second person */
export function approvalFrom({ rules }: ApprovalPolicy, workspace: string | null, group: string): number | null {
  const counts = rules
    .filter((rule) => rule.workspace === '*' || rule.workspace === (workspace ?? ''))
    .filter(({ group: named }) => (named.endsWith('*') ? group.startsWith(named.slice(0, -1)) : group === named))
    .map(({ fromMessages }) => fromMessages);
  return counts.length === 0 ? null : Math.min(...counts);
}

/** @throws BrokerError bad-request, naming field, limit and value */
export function checkApprovals({ rules, expiresAfterHours }: ApprovalPolicy): void {
  const { rules: most, hours } = APPROVAL_LIMITS;
  if (rules.length > most) throw mustBe('rules', told('at most {most}', { most }), rules.length);
  if (!Number.isInteger(expiresAfterHours) || expiresAfterHours < 1 || expiresAfterHours > hours)
    throw mustBe(
      'expiresAfterHours',
      told('a whole number from {min} to {max}', { min: 1, max: hours }),
      expiresAfterHours,
    );
  for (const [index, { group, fromMessages }] of rules.entries()) {
    if (group === '') throw mustBe(`rules[${index}].group`, told('a name, a prefix with *, or *'), group);
    if (!Number.isInteger(fromMessages) || fromMessages < 1 || fromMessages > 1e9)
      throw mustBe(
        `rules[${index}].fromMessages`,
        told('a whole number from {min} to {max}', { min: 1, max: 1_000_000_000 }),
        fromMessages,
      );
  }
}

/** As pages and messages name it: "A-12". */
export function approvalName(id: number): string {
  return `A-${id}`;
}
