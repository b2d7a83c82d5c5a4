import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';

import type { Issued } from './authority';

export interface MailReceiver {
  readonly port: number;
  /** Each with its envelope. */
  readonly letters: { from: string; to: string[]; data: string; user: string | null; encrypted: boolean }[];
  /** What clients asked for beside letters: AUTH, MAIL, RCPT. */
  readonly commands: { readonly verb: string; readonly encrypted: boolean }[];
  /** Answers to the next connections' RCPT; then 250 again. "silent": not even a greeting. */
  readonly failures: (number | 'silent')[];
  close(): Promise<void>;
}

export interface MailSecurity {
  /** tls: from the first byte. starttls: when the client asks for it. */
  readonly mode: 'tls' | 'starttls';
  readonly certificate: Issued;
}

/** A real SMTP server (npm smtp-server) on this machine; by default without TLS. */
export async function receiveMail(security?: MailSecurity): Promise<MailReceiver> {
  const letters: MailReceiver['letters'] = [];
  const commands: { verb: string; encrypted: boolean }[] = [];
  const failures: MailReceiver['failures'] = [];
  /** By connection: what its RCPT is answered. */
  const refusals = new Map<string, number>();
  const server = new SMTPServer({
    secure: security?.mode === 'tls',
    ...(security === undefined ? {} : { key: security.certificate.keyPem, cert: security.certificate.certPem }),
    disabledCommands: security?.mode === 'starttls' ? [] : ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: ({ id }, greet) => {
      const failure = failures.shift();
      if (failure === 'silent') return;
      if (failure !== undefined) refusals.set(id, failure);
      greet();
    },
    onAuth: ({ username }, { secure }, answer) => {
      commands.push({ verb: 'AUTH', encrypted: secure });
      answer(null, { user: username });
    },
    onMailFrom: (_from, { secure }, answer) => {
      commands.push({ verb: 'MAIL', encrypted: secure });
      answer();
    },
    onRcptTo: (_to, { id, secure }, answer) => {
      commands.push({ verb: 'RCPT', encrypted: secure });
      const responseCode = refusals.get(id);
      answer(responseCode === undefined ? null : Object.assign(new Error('the reason is private'), { responseCode }));
    },
    onData: (stream, { envelope, user, secure }, answer) => {
      let data = '';
      stream.on('data', (chunk: Buffer) => (data += chunk.toString()));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope;
        letters.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          data: data.replaceAll('\r\n', '\n'),
          user: user ?? null,
          encrypted: secure,
        });
        answer();
      });
    },
  });
  // A client that leaves in mid-sentence is no failure of the test.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    letters,
    commands,
    failures,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
