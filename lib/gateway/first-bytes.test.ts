import { expect, test } from 'vitest';

import { spokenIn } from './first-bytes';

const json = Buffer.from('{"code":105,"flag":0,"language":"JAVA","opaque":0,"version":401}');
const frame = Buffer.alloc(8);
frame.writeInt32BE(4 + json.length, 0);
frame.writeInt32BE(json.length, 4);

test.each([
  ['a TLS handshake', Buffer.from([0x16, 0x03, 0x01]), 'tls'],
  ['the preface of HTTP/2', Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), 'http2'],
  ['one byte of it', Buffer.from('P'), 'http2'],
  ['a GET', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'), 'http1'],
  ['a POST', Buffer.from('POST /x HTTP/1.1\r\n'), 'http1'],
  ['a remoting frame', Buffer.concat([frame, json]), 'remoting'],
  ['its first byte', frame.subarray(0, 1), 'remoting'],
  ['a remoting frame with a binary header', Buffer.from([0, 0, 0, 40, 1, 0, 0, 30]), 'remoting'],
  ['other zeros', Buffer.from([0, 0, 0, 0, 9]), 'unknown'],
  ['SSH', Buffer.from('SSH-2.0-OpenSSH_9.6\r\n'), 'unknown'],
  ['the header of a proxy', Buffer.from('PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\n'), 'unknown'],
] as const)('%s is %s', (_what, first, spoken) => {
  expect(spokenIn(first)).toBe(spoken);
});
