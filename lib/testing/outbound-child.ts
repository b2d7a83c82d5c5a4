import { sendMail } from '../broker/alarm/outbound/mail';
import { post } from '../broker/alarm/outbound/post';
import type { MailSecurity } from '../model/alarm/channel';

/** A mail server or a webhook to try; its name leads to this machine. */
export interface OutboundTry {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity | 'https';
}

const LETTER = { from: 'redrive@example.com', to: ['on-call@example.com'], subject: 'Alarm', text: 'Look.' };
const LOGIN = { user: 'alarms', password: 'a password' };

function send({ host, port, security }: OutboundTry): Promise<number> {
  const allow = new Set([`smtp://${host}:${port}`, `https://${host}:${port}`]);
  // Servers on this machine, and a machine that may be busy.
  const guard = { allow, resolver: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]), timeoutMs: 30_000 };
  return security === 'https'
    ? post({ url: `https://${host}:${port}/hook`, headers: {}, body: '{}' }, guard)
    : sendMail({ host, port, security, ...LOGIN, ...LETTER, messageId: '<1@example.com>' }, guard);
}

/**
 * Sends to each and prints what came of it: a process of its own, because Node reads NODE_EXTRA_CA_CERTS when it
 * starts.
 */
const outcomes: (number | string)[] = [];
for (const each of JSON.parse(process.argv[2] ?? '[]') as OutboundTry[])
  outcomes.push(await send(each).catch((error: unknown) => (error instanceof Error ? error.message : String(error))));
process.stdout.write(JSON.stringify(outcomes));
