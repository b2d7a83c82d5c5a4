import fc from 'fast-check';

import { RETRY_VERBS, type RetryVerb } from '../model/delivery/retry-change';
import type { RevokeVerb } from '../model/delivery/revoke';
import type { FilterForAll } from './filters-for-all';

/** What a random run may do; numbers choose among what there is at that moment. */
export type Command =
  | { readonly do: 'send'; readonly key: number; readonly again: boolean; readonly times: number }
  | { readonly do: 'receive'; readonly count: number; readonly simple: boolean; readonly filter: FilterForAll }
  | { readonly do: 'ack' | 'fail' | 'forward' | 'change'; readonly which: number }
  | { readonly do: 'repeat' | 'lose'; readonly which: number }
  | { readonly do: 'advance'; readonly seconds: number }
  | { readonly do: 'limit'; readonly maxRetries: number }
  | { readonly do: 'operator'; readonly verb: RetryVerb }
  | { readonly do: 'revoke'; readonly verb: RevokeVerb; readonly which: number }
  | { readonly do: 'expire' | 'release' | 'renew' | 'forget' };

export const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      key: fc.nat(2),
      again: fc.boolean(),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('receive' as const),
      count: fc.integer({ min: 1, max: 6 }),
      simple: fc.boolean(),
      filter: fc.constantFrom<FilterForAll>('every', 'tag', 'sql'),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constantFrom('ack' as const, 'fail' as const, 'forward' as const, 'change' as const),
      which: fc.nat(50),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('ack' as const), which: fc.nat(35) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('repeat' as const, 'lose' as const), which: fc.nat(20) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('advance' as const), seconds: fc.constantFrom(1, 3, 11, 40, 70) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'expire' as const,
        'expire' as const,
        'release' as const,
        'renew' as const,
        'forget' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('limit' as const), maxRetries: fc.nat(4) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('operator' as const), verb: fc.constantFrom(...RETRY_VERBS) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('revoke' as const),
      verb: fc.constantFrom('now' as const, 'bury' as const),
      which: fc.nat(20),
    }),
  },
);

/** Much of what loses replies, and little else: receives that are repeated, killed processes, times that run out. */
export const lossyCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      key: fc.nat(1),
      again: fc.constant(false),
      times: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('receive' as const),
      count: fc.integer({ min: 1, max: 3 }),
      simple: fc.constant(false),
      filter: fc.constant<FilterForAll>('every'),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constantFrom('repeat' as const, 'repeat' as const, 'lose' as const),
      which: fc.nat(20),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('ack' as const, 'fail' as const), which: fc.nat(34) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('advance' as const), seconds: fc.constantFrom(3, 40) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('expire' as const, 'renew' as const) }) },
);
