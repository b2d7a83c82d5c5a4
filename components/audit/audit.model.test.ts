import { describe, expect, it } from 'vitest';
import { describeAction, describeChange } from './audit.model';

describe('audit texts', () => {
  it('shows only what changed', () => {
    expect(
      describeChange({
        before: { maxRetries: 14, order: 'ordered' },
        after: { maxRetries: 16, order: 'ordered' },
        counts: null,
      }),
    ).toBe('maxRetries 14 → 16');
    expect(describeChange({ before: null, after: { role: 'viewer' }, counts: { sessionsEnded: 2 } })).toBe(
      'role viewer · sessionsEnded 2',
    );
    expect(describeChange({ before: { rights: 'admin' }, after: null, counts: null })).toBe('rights was admin');
    expect(describeChange({ before: 'x', after: [1], counts: 3 })).toBe('');
  });
  it('reads actions as words', () => {
    expect(describeAction('group.update')).toBe('group update');
    expect(describeAction('session.refuse')).toBe('sign-in refused');
  });
});
