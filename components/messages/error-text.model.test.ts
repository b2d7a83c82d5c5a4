import { expect, test } from 'vitest';
import { stackPieces } from './error-text.model';

const read = (stack: string): string =>
  stackPieces(stack)
    .map(({ text, tone }) => (tone === 'bold' ? `**${text}**` : tone === 'quiet' ? `~${text}~` : text))
    .join('');

test('causes stand out and paths step back, in Node.js, Java, Python and Go', () => {
  expect(
    read('    at Client.charge (/srv/client.ts:118:13)\nCaused by: SocketTimeout: no response\n    at /srv/x.ts:1:2'),
  ).toBe(
    '    at Client.charge ~(/srv/client.ts:118:13)~\n**Caused by: SocketTimeout**: no response\n~    at /srv/x.ts:1:2~',
  );
  expect(read('\tat com.shop.Pay.charge(Pay.java:12)\n\t... 12 more')).toBe(
    '\tat com.shop.Pay.charge~(Pay.java:12)~\n~\t... 12 more~',
  );
  expect(read('  File "/srv/pay.py", line 3, in charge\n    raise Timeout()')).toBe(
    '~  File "/srv/pay.py", line 3, in charge~\n    raise Timeout()',
  );
  expect(read('main.charge()\n\t/srv/pay.go:12 +0x1d')).toBe('main.charge()\n~\t/srv/pay.go:12 +0x1d~');
});

test('nothing of the text is lost', () => {
  const odd = 'at (((\n\n[cause]: \nCaused by:\n at x (a) (b) tail';
  expect(
    stackPieces(odd)
      .map(({ text }) => text)
      .join(''),
  ).toBe(odd);
});
