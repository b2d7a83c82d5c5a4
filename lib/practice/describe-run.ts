import { formatDuration } from '../model/duration';
import { english } from '../model/language/t';
import type { PracticeState } from './run';

/** The line that a terminal shows of a run; null: none runs. */
export function describeRun(state: PracticeState): string | null {
  if (state.phase === 'starting') return `waiting for ${english(state.waitsFor)}`;
  if (state.phase !== 'running') return null;
  const { sent, consumed, failed, sendErrors, sendingEnded } = state.tally;
  const causes = Object.entries(failed).map(([cause, count]) => `${cause} ${count}`);
  const parts = [
    state.broken ? 'failing' : 'fixed  ',
    sendingEnded === null ? `sent ${sent}` : `sent ${sent}, ended after ${formatDuration(sendingEnded.limitMs)}`,
    ...(sendErrors === 0 ? [] : [`not sent ${sendErrors}`]),
    `succeeded ${consumed}`,
    ...causes,
  ];
  return parts.join('  ');
}
