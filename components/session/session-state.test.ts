import { beforeEach, describe, expect, it } from 'vitest';
import { afterSilence } from '../form/after-silence.model';
import { session } from './session-state';

beforeEach(() => session.showsPageOf('a@redrive.example'));

describe('a session that ends under a page', () => {
  it('lets all that wait go on when the same person is back', async () => {
    session.end();
    const first = session.ask();
    const second = session.ask();
    expect(session.snapshot()).toMatchObject({ ended: true, asking: true });
    session.resume('a@redrive.example');
    expect(await Promise.all([first, second])).toEqual(['same', 'same']);
    expect(session.snapshot()).toMatchObject({ ended: false, asking: false, other: null });
  });

  it('tells another account from the one before, also when another tab signed in', async () => {
    session.end();
    const asked = session.ask();
    session.meet('b@redrive.example');
    expect(await asked).toBe('other');
    expect(session.snapshot().other).toBe('b@redrive.example');
    session.meet('a@redrive.example');
    expect(session.snapshot().other).toBeNull();
  });

  it('stays ended when the dialog is closed', async () => {
    session.end();
    const asked = session.ask();
    session.decline();
    expect(await asked).toBe('declined');
    expect(session.snapshot()).toMatchObject({ ended: true, asking: false });
  });
});

describe('a change that must be confirmed', () => {
  it('waits for the dialog, without an end of the session', async () => {
    const asked = session.confirm();
    expect(session.snapshot()).toMatchObject({ ended: false, asking: true, confirming: true });
    session.resume('a@redrive.example');
    expect(await asked).toBe('same');
    expect(session.snapshot()).toMatchObject({ asking: false, confirming: false, other: null });
  });

  it('is not sent when the dialog is closed, or another account confirms', async () => {
    const first = session.confirm();
    session.decline();
    expect(await first).toBe('declined');
    const second = session.confirm();
    session.resume('b@redrive.example');
    expect(await second).toBe('other');
    expect(session.snapshot().confirming).toBe(false);
  });
});

describe('a refusal after a try that got no answer', () => {
  const noAnswer = { code: 'no-answer', message: 'The server is not responding.' };

  it('may be the first word of its success', () => {
    expect(afterSilence(noAnswer, { code: 'already-exists', message: 'Topic a already exists.' }).message).toBe(
      'Topic a already exists. Your first attempt, which got no response, may already have done this.',
    );
  });

  it('is only itself otherwise', () => {
    const refused = { code: 'bad-request', message: 'name is missing.' };
    expect(afterSilence(noAnswer, refused)).toBe(refused);
    expect(afterSilence(null, { code: 'conflict', message: 'no' }).message).toBe('no');
  });
});
