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

describe('a refusal after a try that got no answer', () => {
  const noAnswer = { code: 'no-answer', message: 'The server does not answer.' };

  it('may be the first word of its success', () => {
    expect(afterSilence(noAnswer, { code: 'already-exists', message: 'a exists already.' }).message).toBe(
      'a exists already. Your first try, which got no answer, may have done this.',
    );
  });

  it('is only itself otherwise', () => {
    const refused = { code: 'bad-request', message: 'name is missing.' };
    expect(afterSilence(noAnswer, refused)).toBe(refused);
    expect(afterSilence(null, { code: 'conflict', message: 'no' }).message).toBe('no');
  });
});
