import { describe, expect, it } from 'vitest';
import { judgePassword } from './judge-password';
import { hashPassword, verifyPassword } from './password';

describe('password rules', () => {
  it.each([
    'short',
    'elevenchars',
    'password1234',
    'Password2026!',
    'qwertyuiop12',
    'QwertyQwerty1',
    '123456789012',
    'aaaaaaaaaaaaaa',
    'abcabcabcabcabc',
    'letmeinletmein',
    'iloveyou1234',
    'adminadmin123',
    'Administrator1',
    'welcome12345',
    'P@ssw0rd1234',
    'changeme12345',
    'redriveredrive',
    'rocketmq2026!',
    'summer2026!!!',
    '1qaz2wsx3edc4rfv',
    'correcthorsebatterystaple',
    'abcdefghijkl',
    'asdfghjkl123',
    'myadminpassword',
    'correcthorse',
    'Correct Horse',
    'horsebattery',
    'mountainriver',
    'correct horse battery staple',
    'drowssapdrowssap',
    'M0nkeyDrag0n99',
    'zxcvbnmasdfghjkl',
    '31.12.1999-31.12.1999',
    'p a s s w o r d 1 2 3 4',
    'rocketmq-broker-console',
  ])('refuses %s', async (password) =>
    expect(await judgePassword(password, 'ops@example.com')).toEqual(expect.any(String)),
  );

  it.each([
    'plum-orbit-ladder-77',
    'correct mule tunnel nine',
    'kX9#vR2$mQ7!pL4z',
    'Zürich liegt am Wasser',
    'brass kettle drum',
    'a'.repeat(3) + 'hydroplane granite',
    '8f3a1c9d7e2b4a60',
  ])('takes %s', async (password) => expect(await judgePassword(password, 'ops@example.com')).toBeNull());

  it('counts characters, not bytes, and has an upper end', async () => {
    expect(await judgePassword('äöüßéèêëñçã', 'x@y')).toContain('(got 11)');
    expect(await judgePassword('plum orbit '.repeat(30), 'x@y')).toContain('at most 256');
  });

  it('refuses the mailbox name, and what is put together from the address', async () => {
    expect(await judgePassword('lindqvist-likes-plums', 'lindqvist@example.com')).toContain('e-mail name');
    for (const own of ['anna.berg.acme99', '4nn4.b3rg.4cm3', 'acme-grebanna-77'])
      expect([own, await judgePassword(own, 'anna.berg@acme.example')]).toEqual([own, expect.any(String)]);
  });

  it('takes words that begin or end as those of the address do', async () => {
    expect(await judgePassword('comet planet kettle 77', 'ops@acme.com')).toBeNull();
  });
});

describe('password hashes', () => {
  it('are argon2id and verify only with the password', async () => {
    const hash = await hashPassword('plum-orbit-ladder-77');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    expect(await verifyPassword(hash, 'plum-orbit-ladder-77')).toBe(true);
    expect(await verifyPassword(hash, 'plum-orbit-ladder-78')).toBe(false);
  });

  it('are of the password as it was received: all of it, in its letters, with its spaces', async () => {
    const password = ` Zu\u0308rich ${'plum orbit '.repeat(20)}x`;
    const hash = await hashPassword(password);
    expect(await verifyPassword(hash, password)).toBe(true);
    const others = [password.trim(), password.slice(0, -1), password.toLowerCase(), password.normalize('NFC')];
    for (const other of others) expect([other, await verifyPassword(hash, other)]).toEqual([other, false]);
  });

  it('does the same work without an account, and never matches', async () => {
    expect(await verifyPassword(null, 'no such account')).toBe(false);
  });
});
