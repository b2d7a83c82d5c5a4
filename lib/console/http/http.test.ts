import { describe, expect, it } from 'vitest';
import { BrokerError, type BrokerErrorCode } from '../../model/errors';
import { statusOf, toFailure } from './failure';
import { failed } from './respond';
import { safePath } from './safe-path';
import { isHttps, isSameOrigin, visitorOf } from './visitor';

const headers = (given: Record<string, string>) => new Headers(given);

describe('isSameOrigin', () => {
  it.each([
    [{ origin: 'http://localhost:3000', host: 'localhost:3000' }, true],
    [{ origin: 'http://localhost:3000', host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: 'https://console.example.com', host: '10.0.0.1:3000', 'x-forwarded-host': 'console.example.com' }, true],
    [{ host: 'localhost:3000' }, false],
    [{ origin: 'null', host: 'localhost:3000' }, false],
    [{ origin: 'http://evil.example', host: 'localhost:3000' }, false],
    [{ origin: 'http://localhost:3000.evil.example', host: 'localhost:3000' }, false],
    [{ origin: 'http://localhost:3001', host: 'localhost:3000' }, false],
    [{ origin: 'http://localhost:3000', host: 'localhost:3000', 'sec-fetch-site': 'cross-site' }, false],
    [{ origin: 'http://localhost:3000', host: 'localhost:3000', 'sec-fetch-site': 'same-site' }, false],
    [{ origin: 'http://localhost:3000' }, false],
  ])('%j is %s', (given, expected) => expect(isSameOrigin(headers(given))).toBe(expected));
});

describe('visitor', () => {
  it('believes the last hop and bounds what it keeps', () => {
    expect(visitorOf(headers({ 'x-forwarded-for': '1.2.3.4, 10.0.0.9', 'user-agent': 'a\tb\u00e9' }))).toEqual({
      address: '10.0.0.9',
      agent: 'a?b?',
    });
    expect(visitorOf(headers({ 'x-forwarded-for': 'x'.repeat(500), 'user-agent': 'y'.repeat(500) }))).toEqual({
      address: 'unknown',
      agent: 'y'.repeat(200),
    });
    expect(visitorOf(headers({})).address).toBe('unknown');
    expect(isHttps(headers({ 'x-forwarded-proto': 'https' }))).toBe(true);
    expect(isHttps(headers({}))).toBe(false);
  });
});

describe('safePath', () => {
  it.each([
    '/',
    '/groups',
    '/groups/a%2Fb?sort=-dead',
    '/messages/0142010A84',
    '/dead-letters?cause=a%20b',
    '/topics/a//b',
  ])('keeps %s', (path) => expect(safePath(path)).toBe(path));
  it('returns what a browser would make of it', () => expect(safePath('/groups/../topics/./a')).toBe('/topics/a'));
  it.each([
    undefined,
    '',
    'groups',
    '//evil.example',
    '//evil.example/groups',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '/..//evil.example/x',
    '/.//evil.example/x',
    '/./..//evil.example/x',
    '/groups/..//evil.example/x',
    '/groups/../..//evil.example/x',
    '/%2e%2e//evil.example/x',
    '/%2E%2E//evil.example/x',
    '/.%2e//evil.example/x',
    '/%2e//evil.example/x',
    '/%2f%2fevil.example',
    '/%2F/evil.example',
    '/%5cevil.example',
    '/%5c%5cevil.example',
    '/%09/evil.example',
    '/%00/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/ /evil.example',
    '/\u0000/evil.example',
    '/..\\/evil.example',
    '/@evil.example',
    '/:80//evil.example',
    '/a\n/b',
    '/sign-in',
    '/sign-in?next=/sign-in',
    '/groups/../sign-in',
    '/setup?token=x',
    '/api/live',
    '/api',
    '/x"y',
    `/groups?q=${'x'.repeat(2000)}`,
  ])('drops %j', (path) => expect(safePath(path)).toBe('/'));

  it('never leads away, whatever is put together', () => {
    const parts = [
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2E%2e',
      '%2f',
      '%5c',
      '%09',
      '\t',
      '\n',
      ' ',
      ':',
      '@',
      '?',
      '#',
      'groups',
      'evil.example',
    ];
    const pick = (n: number) => parts[n % parts.length] ?? '';
    const away: string[] = [];
    for (let seed = 0; seed < 20_000; seed += 1) {
      let rest = (seed * 2_654_435_761) % 4_294_967_296;
      let path = '/';
      for (let n = 0; n < 7; n += 1) {
        path += pick(rest);
        rest = Math.floor(rest / parts.length);
      }
      const target = new URL(safePath(path), 'https://console.example/sign-in');
      if (target.host !== 'console.example' || target.pathname.startsWith('//')) away.push(path);
    }
    expect(away).toEqual([]);
  });
});

describe('toFailure', () => {
  it('passes refusals on with field, limit and value', () => {
    const error = new BrokerError('illegal-topic', 'name: at most 127 characters', {
      field: 'name',
      limit: 127,
      value: 'x',
    });
    expect(toFailure(error, 'test')).toEqual({
      code: 'illegal-topic',
      message: 'name: at most 127 characters',
      field: 'name',
      limit: 127,
      value: 'x',
      problems: [{ field: 'name', limit: 127, value: 'x', message: 'name: at most 127 characters' }],
    });
  });
  it('knows a BrokerError of the other module instance', () => {
    const twin = Object.assign(new Error('gone'), {
      name: 'BrokerError',
      shown: 'gone',
      code: 'not-found',
      problems: [],
    });
    expect(toFailure(twin, 'test')).toMatchObject({ code: 'not-found', message: 'gone' });
  });
  it('gives nothing of anything else away', () => {
    const failure = toFailure(new Error('connect ECONNREFUSED postgres://secret@db'), 'test');
    expect(failure).toEqual({
      code: 'internal',
      message: expect.stringMatching(/^Something failed on the server\. Error ID [0-9a-f]{12}\.$/),
    });
    expect(toFailure(new BrokerError('internal', 'row 7 of lease'), 'test').message).not.toContain('lease');
  });
  it('names a lock that was not free in time, and says when to try again', () => {
    const cause = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    expect(toFailure(cause, 'test')).toEqual({
      code: 'unavailable',
      message: expect.stringMatching(/^Another change of the same data is in progress\. Try again\. Error ID/),
    });
    const busy = failed(new BrokerError('busy', 'Another change has not finished.'), '/redrives');
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '1']);
    expect(failed(new BrokerError('unavailable', 'no broker'), '/redrives').headers.get('retry-after')).toBeNull();
  });
  it('has a status for every code', () => {
    const expected: Partial<Record<BrokerErrorCode, number>> = {
      unauthorized: 401,
      forbidden: 403,
      unconfirmed: 403,
      'topic-not-found': 404,
      'not-found': 404,
      conflict: 409,
      'already-exists': 409,
      'body-too-large': 413,
      'too-many-requests': 429,
      internal: 500,
      busy: 503,
      unavailable: 503,
      'illegal-topic': 400,
      'bad-request': 400,
    };
    for (const [code, status] of Object.entries(expected)) expect(statusOf(code)).toBe(status);
  });
});
