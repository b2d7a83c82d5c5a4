import { sendMail } from '../broker/alarm/outbound/mail';
import type { MailSecurity } from '../model/alarm/channel';

/** A mail server to try; its name leads to this machine. */
export interface MailTry {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
}

const LETTER = { from: 'redrive@example.com', to: ['on-call@example.com'], subject: 'Alarm', text: 'Look.' };

/** Sends to each and prints what came of it: a process of its own, because Node reads NODE_EXTRA_CA_CERTS when it starts. */
const tries = JSON.parse(process.argv[2] ?? '[]') as MailTry[];
const outcomes: (number | string)[] = [];
for (const { host, port, security } of tries) {
  const allow = new Set([`smtp://${host}:${port}`]);
  const resolver = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
  const letter = { ...LETTER, messageId: '<1@example.com>' };
  const sending = sendMail(
    { host, port, security, user: 'alarms', password: 'a password', ...letter },
    { allow, resolver },
  );
  outcomes.push(await sending.catch((error: unknown) => (error instanceof Error ? error.message : String(error))));
}
process.stdout.write(JSON.stringify(outcomes));
