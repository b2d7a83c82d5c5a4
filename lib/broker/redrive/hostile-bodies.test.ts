// @module-tag landing
import { expect, test } from 'vitest';

import type { EditableMessage } from '../../model/message/editable-message';
import { fieldContrast, ownersOf } from '../../model/json/field-contrast';
import { fingerprintOf } from '../../model/dead-letter/fingerprint/fingerprint';
import { hideInBody } from '../../model/masking/hide';
import { restoreHidden } from '../../model/masking/restore';
import type { MaskingRule } from '../../model/masking/rule';
import { HOSTILE_BODIES, workedFor } from '../../testing/hostile-bodies';
import { repairMessage } from './repair';

/** What froze took minutes. A busy machine takes longer for the same, in processor time too. */
const MOST_MS = 15_000;
/** What is measured is processor time; on a busy machine it is spread over longer. */
const PATIENT = { timeout: 120_000 };
const bodies = Object.entries(HOSTILE_BODIES);
const message = (text: string): EditableMessage => ({ tag: null, keys: [], properties: {}, text });
const hiding = (...paths: string[]): MaskingRule[] => [
  { name: 'pii', topics: ['*'], wholeBody: false, paths, properties: [], seenFrom: 'nobody', shownTo: 'nobody' },
];

test.each(bodies)('a rule of a re-drive returns for %s', PATIENT, (_, body) => {
  const took = workedFor(() => {
    for (const op of [
      { op: 'add', path: '/x', value: 1 } as const,
      { op: 'add', path: '/-', value: 1 } as const,
      { op: 'test', path: '', value: [] } as const,
      { op: 'copy', from: '', path: '/x' } as const,
    ])
      expect(['changed', 'not-applicable']).toContain(repairMessage(message(body), { patch: [op] }).kind);
  });
  expect(took).toBeLessThan(MOST_MS);
});

test.each(bodies)('masking returns for %s, and hides no less', PATIENT, (_, body) => {
  for (const rules of [
    hiding('$..card'),
    hiding('$..a..card'),
    hiding('$..a..b..x', '$..b..a..x'),
    hiding('$[*][*]'),
  ]) {
    const took = workedFor(() => {
      const { bytes } = hideInBody(Buffer.from(body), rules);
      expect(bytes?.length ?? 0).toBeLessThan(body.length * 3 + 1000);
      const edit = restoreHidden(message(body), { body: `${body} ` }, rules);
      expect('problem' in edit ? '' : edit.edit.body?.trim()).toBe('problem' in edit ? '' : body.trim());
    });
    expect(took).toBeLessThan(MOST_MS);
  }
});

test.each(bodies)('causes return for %s as error, stack and body', PATIENT, (_, body) => {
  const part = body.slice(0, 65_536);
  expect(workedFor(() => void fingerprintOf({ errorType: 'E', message: part, stack: part }))).toBeLessThan(MOST_MS);
  expect(
    workedFor(() => {
      fieldContrast(
        Array.from({ length: 20 }, () => body),
        Array.from({ length: 20 }, () => body.slice(0, 8000)),
      );
      ownersOf([body, body.slice(0, 8000)]);
    }),
  ).toBeLessThan(MOST_MS);
});

test('copies of a patch cannot grow without end', () => {
  const patch = Array.from({ length: 50 }, (_, n) => ({ op: 'copy' as const, from: '', path: `/c${n}` }));
  expect(repairMessage(message('{"a":1}'), { patch })).toMatchObject({
    kind: 'not-applicable',
    why: expect.stringContaining('its body would have more than 4194304 bytes'),
  });
});
