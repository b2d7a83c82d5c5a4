import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createAuthority, type Authority } from '../../../testing/authority';
import { bundle } from '../../../testing/bundle';
import type { OutboundTry } from '../../../testing/outbound-child';
import { type MailReceiver, receiveMail } from '../../../testing/mail-receiver';
import { sendMail } from './mail';
import { SendProblem } from './problem';

const HOST = 'mail.example.com';
/** A process starts and loads in it, on a machine that may be busy. */
const LIMIT_MS = 60_000;
const CHILD = 'lib/testing/outbound-child.ts';
const UNTRUSTED = 'its certificate was not accepted: this machine does not trust its issuer';

let authority: Authority;
let directory: string;
const open: MailReceiver[] = [];
beforeAll(async () => {
  authority = await createAuthority();
  directory = mkdtempSync(join(tmpdir(), 'redrive-mail-'));
  writeFileSync(join(directory, 'authority.pem'), authority.certPem);
});
afterAll(async () => {
  await Promise.all(open.map((receiver) => receiver.close()));
  rmSync(directory, { recursive: true, force: true });
});

async function receiver(mode: 'tls' | 'starttls', name = HOST, days = 1): Promise<MailReceiver> {
  const made = await receiveMail({ mode, certificate: await authority.issue(name, days) });
  open.push(made);
  return made;
}

/** What a process that trusts the authority, or not, makes of each. */
async function tryEach(tries: readonly OutboundTry[], trusted: boolean): Promise<(number | string)[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [await bundle(CHILD), JSON.stringify(tries)], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted ? join(directory, 'authority.pem') : '' },
  });
  return JSON.parse(stdout) as (number | string)[];
}

test(
  'an authority of the company: accepted when NODE_EXTRA_CA_CERTS names it, over STARTTLS and TLS, all of it encrypted',
  async () => {
    const receivers = { starttls: await receiver('starttls'), tls: await receiver('tls') };
    const tries = (['starttls', 'tls'] as const).map((security) => ({
      host: HOST,
      port: receivers[security].port,
      security,
    }));
    expect(await tryEach(tries, true)).toEqual([250, 250]);
    for (const { letters, commands } of Object.values(receivers)) {
      expect(letters).toMatchObject([{ encrypted: true, user: 'alarms', to: ['on-call@example.com'] }]);
      expect(commands.filter(({ verb }) => !['EHLO', 'STAR'].includes(verb)).every(({ encrypted }) => encrypted)).toBe(
        true,
      );
    }
  },
  LIMIT_MS,
);

test(
  'not trusted, for another name, expired: each refused with its reason, and no password is sent',
  async () => {
    const receivers = [
      ...[await receiver('starttls'), await receiver('tls')],
      ...[await receiver('starttls', 'other.example.com'), await receiver('tls', 'other.example.com')],
      ...[await receiver('starttls', HOST, -1), await receiver('tls', HOST, -1)],
    ];
    const tries = receivers.map(({ port }, index): OutboundTry => ({
      host: HOST,
      port,
      security: index % 2 === 0 ? 'starttls' : 'tls',
    }));
    const untrusted = await tryEach(tries.slice(0, 2), false);
    for (const outcome of untrusted) expect(outcome).toContain(UNTRUSTED);
    expect(await tryEach(tries.slice(2), true)).toEqual([
      'its certificate was not accepted: it is issued for another name',
      'its certificate was not accepted: it is issued for another name',
      'its certificate was not accepted: it has expired',
      'its certificate was not accepted: it has expired',
    ]);
    for (const { letters, commands } of receivers) {
      expect(letters).toEqual([]);
      expect(commands.filter(({ verb }) => !['EHLO', 'STAR'].includes(verb))).toEqual([]);
    }
  },
  LIMIT_MS,
);

test(
  'webhooks are checked against the same authorities',
  async () => {
    const { keyPem: key, certPem: cert } = await authority.issue(HOST);
    const hook = createServer({ key, cert }, (_request, response) => response.end());
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    const to: OutboundTry = { host: HOST, port: (hook.address() as AddressInfo).port, security: 'https' };
    try {
      expect(await tryEach([to], true)).toEqual([200]);
      expect((await tryEach([to], false))[0]).toContain(UNTRUSTED);
    } finally {
      hook.closeAllConnections();
      await new Promise((resolve) => hook.close(resolve));
    }
  },
  LIMIT_MS,
);

const LETTER = { from: 'a@example.com', to: ['b@example.com'], subject: 's', text: 't', messageId: '<1@example.com>' };
const LOGIN = { user: 'alarms', password: 'a password' };
const resolver = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);

test('a server that does not offer STARTTLS gets no password; without encryption only one that the setting names does', async () => {
  const plain = await receiveMail();
  open.push(plain);
  const to = { host: HOST, port: plain.port, ...LOGIN, ...LETTER };
  const guard = { allow: new Set([`smtp://${HOST}:${plain.port}`]), resolver };
  await expect(sendMail({ ...to, security: 'starttls' }, guard)).rejects.toThrow('could not be encrypted');
  await expect(sendMail({ ...to, security: 'tls' }, guard)).rejects.toBeInstanceOf(SendProblem);
  expect(plain.commands.filter(({ verb }) => verb === 'AUTH' || verb === 'MAIL')).toEqual([]);
  const nobody = { allow: new Set<string>(), resolver };
  await expect(sendMail({ ...to, port: 587, security: 'none' }, nobody)).rejects.toThrow('without encryption');
  expect(await sendMail({ ...to, security: 'none' }, guard)).toBe(250);
  expect(plain.letters).toMatchObject([{ user: 'alarms', encrypted: false }]);
});

test('a subject that holds lines and a name that holds an address stay what they are: text', async () => {
  const plain = await receiveMail();
  open.push(plain);
  const guard = { allow: new Set([`smtp://${HOST}:${plain.port}`]), resolver };
  const to = { host: HOST, port: plain.port, security: 'none' as const, user: '', password: '', ...LETTER };
  const subject = 'Backlog\r\nBcc: thief@example.com\r\n\r\nanother body';
  expect(await sendMail({ ...to, subject, text: '.\r\nRCPT TO:<thief@example.com>\r\n.' }, guard)).toBe(250);
  const [letter] = plain.letters;
  expect(plain.letters).toHaveLength(1);
  expect(letter?.to).toEqual(['b@example.com']);
  const [head = ''] = letter?.data.split('\n\n') ?? [];
  expect(head).not.toMatch(/^Bcc:/im);
  expect(head).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(plain.commands.filter(({ verb }) => verb === 'RCPT')).toHaveLength(1);
});
