import 'server-only';
import type { Principal } from '../../auth/permission';
import { type BrokerContext, findManaged, forgetManaged, markManaged, noteOverride } from '../../broker';
import type { Actor } from '../../model/audit/actor';
import { managedElsewhere, type ManagedKind } from '../../model/managed/managed';

interface Asked {
  readonly broker: BrokerContext;
  readonly kept: BrokerContext;
  readonly actor: Actor;
  readonly principal: Principal;
}

/** What a change is about that a file in git may manage. Its input has the fields of schemas/ownership. */
export interface ManagedChange<Input> {
  readonly kind: ManagedKind;
  /** As the file names it; null: it is not there yet, or none that a file can name. */
  readonly name: (input: Input, ctx: Asked) => Promise<string | null> | string | null;
  /** Its name after the change, where that can be another. */
  readonly nameAfter?: (input: Input) => string;
  readonly removes?: true;
}

interface Ownership {
  readonly managedBy?: string | undefined;
  readonly override?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly reason?: string | undefined;
}

/**
 * Makes a change if its file in git lets it: what such a file manages is changed by "redrive apply", or with a reason.
 * Who made it is noted after it: without the note it is still found, as a difference to the file.
 *
 * @param run gets the input without the fields of the ownership @throws BrokerError managed: nothing was changed
 */
export async function changeManaged<Input extends object, T>(
  change: ManagedChange<Input> | undefined,
  ctx: Asked,
  given: Input,
  run: (input: Input) => Promise<T>,
): Promise<T> {
  if (change === undefined) return await run(given);
  const { managedBy, override, ...rest } = given as Input & Ownership;
  const input = rest as unknown as Input;
  if (rest.dryRun === true) return await run(input);
  const { broker, actor } = ctx;
  const { workspace } = ctx.kept;
  const { kind, removes } = change;
  const name = await change.name(input, ctx);
  const managed = name === null ? null : await findManaged(broker, workspace, { kind, name });
  if (managed !== null && override === undefined && managed.source !== managedBy)
    throw managedElsewhere(managed, rest.reason ?? managed.override?.reason ?? '', managedBy ?? null);
  const done = await run(input);
  if (managedBy === undefined) {
    if (managed !== null) await noteOverride(broker, { managed, workspace, reason: override ?? '' }, actor);
    return done;
  }
  const after = removes === true ? null : (change.nameAfter?.(input) ?? name);
  if (managed !== null && managed.name !== after) await forgetManaged(broker, workspace, managed);
  const entries = after === null ? [] : [{ kind, name: after }];
  await markManaged(broker, { workspace, source: managedBy, entries, override, isChange: true }, actor);
  return done;
}
