import { expect, test } from 'vitest';

type Lines = { readonly file: string; readonly lines: number };

/** A script: the compiler does not read it. */
const { byRoom } = (await import(new URL('growth.mjs', import.meta.url).href)) as {
  byRoom: (measured: {
    readonly earlier: readonly Lines[];
    readonly files: readonly Lines[];
    readonly added: ReadonlySet<string>;
  }) => readonly object[];
};

test('each room has its lines then and now, and those in files that came later', () => {
  const rooms = byRoom({
    earlier: [
      { file: 'lib/broker/send.ts', lines: 40 },
      { file: 'app/page.tsx', lines: 9 },
    ],
    files: [
      { file: 'lib/broker/send.ts', lines: 50 },
      { file: 'lib/broker/lite/lite.ts', lines: 30 },
      { file: 'app/(console)/page.tsx', lines: 8 },
      { file: 'components/past/past.tsx', lines: 25 },
    ],
    added: new Set(['lib/broker/lite/lite.ts', 'components/past/past.tsx']),
  });
  expect(rooms).toEqual([
    { room: 'lib/broker', before: 40, now: 80, inNewFiles: 30 },
    { room: 'components/past', before: 0, now: 25, inNewFiles: 25 },
    { room: 'app', before: 9, now: 8, inNewFiles: 0 },
  ]);
});
