import 'server-only';
import { headers } from 'next/headers';
import { unstable_rethrow } from 'next/navigation';
import type { z } from 'zod';
import type { Permission } from '../../auth/permission';
import type { ActionResult } from '../../model/action-result';
import { BrokerError } from '../../model/errors';
import { consoleContext, type ConsoleContext } from './context';
import { authorizeNoted } from './denial';
import { toFailure } from './failure';
import { parseInput } from './parse-input';
import { findPrincipal } from './session';
import { isSameOrigin } from './visitor';

interface ActionDefinition<Schema extends z.ZodType, T> {
  readonly permission: Permission;
  /** Use z.strictObject: unknown keys are refused. */
  readonly input: Schema;
  /** Call one verb with ctx.broker and ctx.actor; throw BrokerError to refuse. */
  readonly run: (ctx: ConsoleContext, input: z.output<Schema>) => Promise<T>;
}

/** The function that the browser calls, and what it takes. */
export type ConsoleAction<Schema extends z.ZodType, T> = ((input: z.input<Schema>) => Promise<ActionResult<T>>) & {
  readonly input: Schema;
};

/**
 * A server action: same origin, signed in, allowed, input parsed, then one verb. Never throws at the browser.
 *
 *     'use server';
 *     export const createTopic = defineAction({ permission: 'topic:write', input: schema, run: ({ broker }, input) => …
 * });
 */
export function defineAction<Schema extends z.ZodType, T>(
  definition: ActionDefinition<Schema, T>,
): ConsoleAction<Schema, T> {
  const act = async (given: z.input<Schema>): Promise<ActionResult<T>> => {
    try {
      // Next compares Origin only when it is present
      if (!isSameOrigin(await headers()))
        throw new BrokerError('forbidden', 'The request did not come from this console.');
      const principal = await authorizeNoted(await findPrincipal(), definition.permission);
      const input = parseInput(definition.input, given);
      return { ok: true, data: await definition.run(consoleContext(principal), input) };
    } catch (error) {
      unstable_rethrow(error);
      return { ok: false, error: toFailure(error, 'action') };
    }
  };
  return Object.assign(act, { input: definition.input });
}
