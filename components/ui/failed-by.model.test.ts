import { expect, test } from 'vitest';
import { failedBy } from './failed-by.model';

test.each([
  ['server', Object.assign(new Error('An error occurred in the Server Components render.'), { digest: '123' })],
  ['connection', new TypeError('Failed to fetch')],
  ['connection', new TypeError('NetworkError when attempting to fetch resource.')],
  ['connection', new TypeError('Load failed')],
  ['connection', new Error('An unexpected response was received from the server.')],
  ['connection', new Error('Connection closed.')],
  ['connection', Object.assign(new Error('Loading chunk 12 failed.'), { name: 'ChunkLoadError' })],
  ['connection', new DOMException('The operation timed out.', 'TimeoutError')],
  ['browser', new RangeError('Maximum call stack size exceeded')],
  ['browser', new RangeError('Invalid string length')],
  ['browser', new TypeError("Cannot read properties of undefined (reading 'length')")],
  ['browser', new Error('Minified React error #300')],
  ['browser', 'thrown text'],
])('%s: %s', (by, error) => expect(failedBy(error)).toBe(by));
