// @module-tag landing
import { expect, test } from 'vitest';
import { diffMessages } from './diff.model';
import { editDraftOf, readEdit } from '@/components/redrives/edit.model';
import type { EditableMessage } from '@/lib/model/message/editable-message';
import { layOutJson } from '@/lib/model/json/json-layout';
import { HOSTILE_BODIES, workedFor } from '@/lib/testing/hostile-bodies';
import { hexDump, readText, visiblePieces } from './body.model';

/** A freeze that a person notices is half of it; the bodies that were sent took a minute. */
const MOST_MS = 4000;
/** Characters and elements that a page carries. */
const MOST_CHARACTERS = 1_100_000;
const MOST_PARTS = 5000;
/** What the page of a message is given of a body. */
const SHOWN = 256 * 1024;

const message = (text: string): EditableMessage => ({ tag: null, keys: [], properties: {}, text });
/** What is measured is processor time; on a busy machine it is spread over longer. */
const PATIENT = { timeout: 120_000 };
const bodies = Object.entries(HOSTILE_BODIES);

test.each(bodies)('a page shows %s in bounded time and length', PATIENT, (_, body) => {
  const shown = body.slice(0, SHOWN);
  const took = workedFor(() => {
    const layout = layOutJson(shown);
    const text = layout.kind === 'laid-out' ? layout.tokens.map((token) => token.text).join('') : shown;
    expect(text.length).toBeLessThan(MOST_CHARACTERS);
    const pieces = visiblePieces(text);
    expect(pieces.length).toBeLessThan(MOST_PARTS);
    expect(pieces.reduce((sum, piece) => sum + piece.text.length, 0)).toBeLessThanOrEqual(text.length);
    const bytes = new TextEncoder().encode(shown);
    expect(readText(bytes, true)).toBe(shown);
    expect(hexDump(bytes).length).toBeLessThan(MOST_CHARACTERS);
  });
  expect(took).toBeLessThan(MOST_MS);
});

test.each(bodies)('an edit of %s is compared in bounded time and length', PATIENT, (_, body) => {
  const others = [
    `${body} `,
    body.replaceAll('x', 'y'),
    body.slice(1),
    '{"n":1}',
    body.split('\n').toReversed().join('\n'),
  ];
  for (const other of others) {
    const took = workedFor(() => {
      for (const side of Object.values(diffMessages(message(body), message(other)))) {
        if (!Array.isArray(side)) continue;
        expect(side.length).toBeLessThan(210_000);
        expect(side.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(MOST_CHARACTERS);
      }
    });
    expect(took).toBeLessThan(MOST_MS);
  }
  const edited = { ...message(body), messageId: 'm' };
  expect(workedFor(() => void readEdit(edited, { ...editDraftOf(edited), body: `${body}x` }))).toBeLessThan(MOST_MS);
});
