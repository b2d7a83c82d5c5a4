import 'server-only';
import { headers } from 'next/headers';
import { unstable_rethrow } from 'next/navigation';
import type { z } from 'zod';
import { requireConfirmed } from '../../auth/permission';
import { noteBodies } from '../../broker';
import type { ActionResult } from '../../model/action-result';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { Plain } from '../../model/plain';
import type { EngineKind } from '../../model/workspace';
import { wholeContext } from './context';
import { authorizeNoted } from './denial';
import { askEngine, enginesOf, type PerEngine, workspaceIn } from './engine';
import { toFailure } from './failure';
import { parseInput } from './parse-input';
import { findPrincipal } from './session';
import { enterSubject, type Guarded } from './subject';
import { isSameOrigin } from './visitor';

/** Each engine calls one verb with ctx.actor; throw BrokerError to refuse. */
interface ActionDefinition<Schema extends z.ZodType, T>
  extends PerEngine<z.output<Schema>, T>, Guarded<z.output<Schema>> {
  /** Use z.strictObject: unknown keys are refused. */
  readonly input: Schema;
  /** The messages whose bodies an answer shows: who reads them is noted in the audit log. */
  readonly bodiesIn?: (data: NoInfer<T>, input: z.output<Schema>) => readonly string[];
}

/** What the browser calls, with parts of answers too. `workspace`: the attached cluster that it is about. */
export type ConsoleAction<Schema extends z.ZodType, T> = ((
  input: Plain<z.input<Schema>>,
  workspace?: string | null,
) => Promise<ActionResult<T>>) & {
  readonly input: Schema;
  readonly engines: readonly EngineKind[];
  readonly guard: Guarded<z.output<Schema>>;
};

/**
 * A server action: same origin, signed in, allowed, input parsed, then one verb. Never throws at the browser.
 *
 *     'use server';
 *     export const createTopic = defineAction({ permission: 'topic:write',
 *       subject: { newTopic: ({ name }) => name }, input: schema,
 *       run: ({ broker }, input) => … });
 */
export function defineAction<Schema extends z.ZodType, T>(
  definition: ActionDefinition<Schema, T>,
): ConsoleAction<Schema, T> {
  const act = async (given: Plain<z.input<Schema>>, workspace?: string | null): Promise<ActionResult<T>> => {
    try {
      // Next compares Origin only when it is present
      if (!isSameOrigin(await headers()))
        throw new BrokerError('forbidden', told('The request did not come from this console.'));
      const principal = await authorizeNoted(await findPrincipal(), definition.permission, definition.subject);
      requireConfirmed(principal, definition.permission);
      const input = parseInput(definition.input, given);
      const place = workspaceIn(workspace);
      const ctx = await enterSubject(principal, definition, input, place, false);
      const data = await askEngine(definition, ctx, place, input);
      await noteBodies(wholeContext(principal), 'read-body', definition.bodiesIn?.(data, input) ?? [], place);
      return { ok: true, data };
    } catch (error) {
      unstable_rethrow(error);
      return { ok: false, error: toFailure(error, 'action') };
    }
  };
  const { permission, subject } = definition;
  const guard = { permission, subject };
  return Object.assign(act, { input: definition.input, engines: enginesOf(definition), guard });
}
