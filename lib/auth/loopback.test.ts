import { expect, test } from 'vitest';

import { namesLoopback } from './loopback';

test.each(['127.0.0.1', '127.0.0.1:5557', 'localhost:3000', 'LOCALHOST', '[::1]:3000', '127.9.9.9'])(
  '%s is this machine',
  (host) => expect(namesLoopback(host)).toBe(true),
);

test.each([
  ...[null, '', 'evil.example', 'evil.example:5557', 'localhost.evil.example', '127.0.0.1.evil.example', '0.0.0.0'],
  ...['10.0.0.1', 'a@b', 'evil.example#127.0.0.1', '[::2]', 'redrive.example.com'],
])('%s is not', (host) => expect(namesLoopback(host)).toBe(false));
