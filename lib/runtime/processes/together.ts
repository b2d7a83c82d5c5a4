import type { ProtectionUse } from '../../broker';
import type { ConnectedClient } from '../../gateway/sessions/session';
import { groupedBy } from '../../model/grouped';
import { isRate, limitName } from '../../model/throttle/limit';
import { type LimitUse, stateOfUse } from '../../model/throttle/limit-state';
import type { Pressure } from './messages';

/** Each client once: one that has come from another process is known there until it counts as silent. */
export function clientsTogether(answers: readonly (readonly ConnectedClient[])[]): ConnectedClient[] {
  const newest = new Map<string, ConnectedClient>();
  for (const client of answers.flat()) {
    const known = newest.get(client.clientId);
    if (known === undefined || client.silentMs < known.silentMs) newest.set(client.clientId, client);
  }
  return [...newest.values()];
}

/** How near the limits the node is; null: no process answers. */
export function pressureTogether(answers: readonly Pressure[]): Pressure | null {
  const [first] = answers;
  if (first === undefined) return null;
  const protections = groupedBy(
    answers.flatMap((answer) => answer.protections),
    ({ name }) => name,
  );
  return {
    uses: usesTogether(answers.map((answer) => answer.uses)),
    protections: [...protections.values()].map(fullestOf),
    busiestRpc: answers
      .map(({ busiestRpc }) => busiestRpc)
      .reduce((most, each) => (each.running > most.running ? each : most)),
    waits: answers.flatMap(({ waits }) => waits),
  };
}

/** Each limit once, as all of them use it. */
export function usesTogether(answers: readonly (readonly LimitUse[])[]): LimitUse[] {
  return [...groupedBy(answers.flat(), ({ limit }) => limitName(limit)).values()].map(useOf);
}

/** A rate is what goes through all of them, against the sum of their shares; a level is the same to each. */
function useOf(same: readonly LimitUse[]): LimitUse {
  const ageOf = ({ value, ageMs }: LimitUse): number => (value === null ? Number.POSITIVE_INFINITY : ageMs);
  const newest = same.reduce((best, each) => (ageOf(each) < ageOf(best) ? each : best));
  const refuses = same.some(({ state }) => state === 'refusing');
  if (!isRate(newest.limit.kind)) return refuses ? { ...newest, state: 'refusing' } : newest;
  const line = same.reduce((sum, each) => sum + each.line, 0);
  const value = same.reduce((sum, each) => sum + (each.value ?? 0), 0);
  const nodes = Math.max(1, Math.round(newest.nodes / same.length));
  return { ...newest, value, line, nodes, state: stateOfUse(newest.limit, line, value, refuses) };
}

function fullestOf(same: readonly ProtectionUse[]): ProtectionUse {
  return same.reduce((most, each) => {
    if (each.value === null || most.value === null) return most.value === null ? each : most;
    return each.value > most.value === !each.isFloor ? each : most;
  });
}
