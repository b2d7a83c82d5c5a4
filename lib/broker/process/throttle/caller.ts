import { LIMIT_KIND_NAMES, LIMIT_KINDS, type LimitScope, type RateCalls } from '../../../model/throttle/limit-kind';

/** The caller: what limits apply to, and what refusals are counted under. */
export interface Caller {
  readonly topic: string;
  readonly group?: string;
  readonly clientId?: string;
  readonly accessKey?: string | null;
}

const KINDS = LIMIT_KIND_NAMES.map((kind) => ({ kind, ...LIMIT_KINDS[kind] }));
/** The kinds that each call is checked against. */
export const RATES: Readonly<Record<RateCalls, typeof KINDS>> = {
  sends: KINDS.filter(({ admits }) => admits === 'sends'),
  receives: KINDS.filter(({ admits }) => admits === 'receives'),
  'cold reads': KINDS.filter(({ admits }) => admits === 'cold reads'),
};
/** Limits of the whole broker are checked first. */
const isOfBroker = ({ scopes }: { readonly scopes: readonly LimitScope[] }): number =>
  scopes.includes('broker') ? 0 : 1;
export const LEVELS = KINDS.filter(({ level }) => level !== null).toSorted((a, b) => isOfBroker(a) - isOfBroker(b));

/** What a limit of the scope would be about, for this call. */
export function subjectOf({ topic, group, accessKey }: Caller, scope: LimitScope): string {
  switch (scope) {
    case 'broker':
      return '';
    case 'topic':
      return topic;
    case 'group':
      return group ?? '';
    case 'access-key':
      return accessKey ?? '';
  }
}
