import type { Actor } from '../../model/audit/actor';
import { appendAudit, appendAuditOnce } from '../../store/queries/audit/audit-append';
import type { BrokerContext } from '../context';

interface Reader extends Pick<BrokerContext, 'store'> {
  readonly actor: Actor;
}

/** A page that stays open reads again and again, and a person returns to a message: that is one reading. */
const NOTED_MINUTES = 60;

/**
 * Who saw the body of which message, once per person, message and hour. Called before the answer goes out: what cannot
 * be noted is not shown.
 */
export async function noteBodies(
  { store, actor }: Reader,
  did: 'read-body' | 'download-body',
  targets: readonly string[],
  workspace?: string,
): Promise<void> {
  for (const target of targets)
    await appendAuditOnce(store.console, { actor, action: `message.${did}`, target, workspace }, NOTED_MINUTES);
}

interface Shown {
  readonly target: string;
  readonly reason: string;
  readonly at: string;
  readonly topic: string;
  readonly rules: readonly string[];
}

/** Who had hidden values shown, each time. */
export async function noteShown({ store, actor }: Reader, { target, reason, ...after }: Shown): Promise<void> {
  await appendAudit(store.console, { actor, action: 'message.unmask', target, reason, after });
}
