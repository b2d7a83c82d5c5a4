import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { isBrokerError } from '../../../model/errors';
import { isPublicAddress } from './address';
import { sendMail } from './mail';
import { post } from './post';
import { SendProblem } from './problem';
import type { Address } from './resolve';
import { checkMailHost, checkUrl } from './target';

/** Hosts that mean this machine, its network, a metadata service, or nothing public. */
const HOSTS = [
  ...[
    '127.0.0.1',
    '0',
    '0.0.0.0',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '127.1',
    '127.0.1',
  ],
  ...[
    '127.127.127.127',
    '127.0.0.1.',
    '0x7F.0x0.0x0.0x1',
    '00000177.0.0.1',
    '127。0。0。1',
    '①②⑦.⓪.⓪.①',
    '127．0．0．1',
  ],
  ...[
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[0000::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
  ],
  ...[
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
  ],
  ...['[2002:a00:1::1]', '[2001::1]', '[2001:0:7f00:1::]', '[2001:db8::1]', '[3fff::1]', '[100::1]', '[fec0::1]'],
  ...['[fe80::1]', '[febf::1]', '[fc00::1]', '[fd00:ec2::254]', '[fdff::1]', '[ff02::1]', '[::ffff:169.254.169.254]'],
  ...[
    '[::ffff:a9fe:a9fe]',
    '[::ffff:10.0.0.1]',
    '[::ffff:192.168.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[5f00::1]',
    '[4000::1]',
  ],
  ...[
    '169.254.169.254',
    '169.254.0.1',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.43518',
    '169.16689662',
  ],
  ...['10.0.0.1', '10.255.255.255', '10.1', '167772161', '172.16.0.1', '172.31.255.255', '172.20.1', '192.168.0.1'],
  ...['192.168.255.255', '192.168.1', '3232235521', '0xc0a80001', '100.64.0.1', '100.127.255.255', '100.100.100.200'],
  ...[
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
  ],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '0.0.0.1', '4294967295'],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'ⓛocalhost',
    'foo.localhost',
    'localhost.localdomain',
    'printer.local',
    'db',
  ],
  ...[
    'metadata',
    'metadata.google.internal',
    'metadata.google.internal.',
    'METADATA.google.internal',
    'metadata。google。internal',
  ],
  ...[
    'vault.corp',
    'nas.home',
    'router.lan',
    'x.home.arpa',
    'wiki.intranet',
    'a.private',
    'redis',
    'kubernetes.default.svc.cluster.local',
    'kubernetes.default.svc',
    'kubernetes.default.svc.',
    'kubernetes.default',
    'web.shop.pod',
    'db.service.consul',
    'host.docker.internal',
    'x.test',
    'x.invalid',
    'x.onion',
    'metadata.goog',
  ],
];

const URLS = [
  ...HOSTS.map((host) => `https://${host}/hook`),
  ...[
    'http://example.com/',
    'http://example.com:443/',
    'http://example.com:8443/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'file://localhost/etc/passwd',
    'unix:/var/run/docker.sock',
  ],
  ...[
    'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
    'gopher://127.0.0.1:6379/_x',
    'dict://127.0.0.1:11211/',
    'ldap://127.0.0.1/',
  ],
  ...[
    'javascript:alert(1)',
    'data:text/plain,x',
    'ws://example.com/',
    '//example.com/',
    '/hook',
    'example.com',
    '',
    'https://',
    'https:///',
  ],
  ...[
    'https://user@example.com/',
    'https://user:pass@example.com/',
    'https://example.com@127.0.0.1/',
    'https://127.0.0.1@example.com/',
  ],
  ...[
    'https://@example.com/',
    'https://example.com:5432/',
    'https://example.com:6379/',
    'https://example.com:8081/',
    'https://example.com:22/',
  ],
  ...[
    'https://example.com:25/',
    'https://example.com:3000/',
    'https://example.com:80/',
    'https://example.com:0/',
    'https://example.com:99999/',
  ],
  ...[
    'https:\\\\127.0.0.1\\',
    'https://example.com\\@127.0.0.1/',
    'https://exa\tmple.com/',
    'https://example.com/\r\nHost: x',
    ' https://example.com/',
  ],
  ...[
    'https://example.com/ x',
    'https://1.2.3.4.5/',
    'https://example.0x1/',
    'https://%31%32%37.0.0.1/',
    'https://%6c%6f%63alhost/',
  ],
  ...[
    'https://[::1%25eth0]/',
    'https://[fe80::1%25lo]/',
    `https://example.com/${'a'.repeat(2000)}`,
    'https://127.0.0.1:443/',
    'https://[::1]:8443/',
  ],
];

let server: Server;
let hits = 0;
let port = 0;
beforeAll(async () => {
  server = createServer((_request, response) => {
    hits += 1;
    response.end('secret of the inside');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const none = new Set<string>();
const answers = (...addresses: string[]): (() => Promise<Address[]>) => {
  return async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};

test('there are at least 120 of them, each only once', () => {
  expect(URLS.length).toBeGreaterThanOrEqual(120);
  expect(new Set(URLS).size).toBe(URLS.length);
});

test.each(URLS)('refused before a connection: %j', async (url) => {
  const asked: string[] = [];
  const sending = post(
    { url, headers: {}, body: '{}' },
    {
      allow: none,
      resolver: async (host) => {
        asked.push(host);
        return [{ address: '127.0.0.1', family: 4 }];
      },
      timeoutMs: 500,
    },
  );
  await expect(sending).rejects.toSatisfy((error) => isBrokerError(error) && error.field === 'url');
  expect(asked).toEqual([]);
});

test.each(HOSTS.filter((host) => !/[^\x20-\x7e]/.test(host)))('no mail server: %j', (host) => {
  expect(() => checkMailHost(host, 587, none)).toThrow(/^host must/);
});

test('the search domains of this machine are not tried, unless the setting names the host', async () => {
  const asked: string[] = [];
  const resolver = async (host: string): Promise<Address[]> => {
    asked.push(host);
    return [{ address: '10.0.0.1', family: 4 }];
  };
  const sending = (allow: ReadonlySet<string>) =>
    post({ url: 'https://mail.shop/x', headers: {}, body: '{}' }, { allow, resolver, timeoutMs: 50 });
  await expect(sending(none)).rejects.toThrow('not public');
  await expect(sending(new Set(['https://mail.shop:443']))).rejects.toBeInstanceOf(SendProblem);
  expect(asked).toEqual(['mail.shop.', 'mail.shop']);
});

test.each([
  ['private', ['10.0.0.1']],
  ['mixed: public first', ['93.184.216.34', '127.0.0.1']],
  ['mixed: private first', ['127.0.0.1', '93.184.216.34']],
  ['mixed families', ['93.184.216.34', '::1']],
  ['mapped', ['::ffff:127.0.0.1']],
  ['translated', ['64:ff9b::7f00:1']],
  ['metadata', ['169.254.169.254']],
  ['not an address', ['example.com']],
  ['nothing', []],
])('a name that leads to %s is refused', async (_, addresses) => {
  const guard = { allow: none, resolver: answers(...addresses) };
  const input = { url: 'https://hooks.example.com/x', headers: {}, body: '{}' };
  await expect(post(input, guard)).rejects.toThrow(addresses.length === 0 ? 'no address' : 'not public');
  const mail = { host: 'mail.example.com', port: 587, security: 'starttls', user: '', password: '' } as const;
  const letter = { from: 'a@example.com', to: ['b@example.com'], subject: 's', text: 't', messageId: '<1@x>' };
  await expect(sendMail({ ...mail, ...letter }, guard)).rejects.toBeInstanceOf(SendProblem);
});

test('a name that cannot be resolved, or not in time, is refused', async () => {
  const input = { url: 'https://hooks.example.com/x', headers: {}, body: '{}' };
  const fails = { allow: none, resolver: () => Promise.reject(new Error('NXDOMAIN')) };
  await expect(post(input, fails)).rejects.toThrow('could not be resolved');
  const hangs = { allow: none, timeoutMs: 50, resolver: () => new Promise<Address[]>(() => undefined) };
  await expect(post(input, hangs)).rejects.toThrow('timed out');
});

test('rebinding: it is asked once, and the connection goes to what was checked', async () => {
  let asked = 0;
  const allow = new Set([`http://hooks.example.com:${port}`]);
  const resolver = async (): Promise<Address[]> => {
    asked += 1;
    return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
  };
  const before = hits;
  const url = `http://hooks.example.com:${port}/x`;
  expect(await post({ url, headers: {}, body: '{}' }, { allow, resolver })).toBe(200);
  expect([asked, hits - before]).toEqual([1, 1]);
});

test('the setting allows exactly what it names', () => {
  const allow = new Set([`http://127.0.0.1:${port}`]);
  expect(checkUrl(`http://127.0.0.1:${port}/hook`, allow).target.allowed).toBe(true);
  expect(() => checkUrl(`https://127.0.0.1:${port}/hook`, allow)).toThrow('url must');
  expect(() => checkUrl(`http://127.0.0.1:${port + 1}/hook`, allow)).toThrow('url must');
  expect(() => checkUrl(`http://127.0.0.2:${port}/hook`, allow)).toThrow('url must');
});

test.each([
  'https://hooks.slack.com/services/T/B/x',
  'https://events.pagerduty.com/v2/enqueue',
  'https://8.8.8.8:8443/',
])('public: %s', (url) => {
  expect(checkUrl(url, none).target.scheme).toBe('https');
});

test.each(['93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);
