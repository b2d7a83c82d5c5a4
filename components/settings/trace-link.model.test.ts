import { expect, it } from 'vitest';
import { changesBetween, readDraft, rebase } from './trace-link.model';

const link = (template: string) => ({ template });

it('takes what may be saved, and says what is wrong with the rest', () => {
  expect(readDraft(link(' https://t.example/{traceId} ')).settings).toEqual(link('https://t.example/{traceId}'));
  expect(readDraft(link(''))).toEqual({ settings: link(''), problems: {} });
  expect(readDraft(link('https://t.example/'))).toEqual({
    ...{ settings: null, problems: { template: 'Give {traceId} exactly once.' } },
  });
});

it('says what changed, and keeps what another admin saved unless it was changed here too', () => {
  expect(changesBetween(link(''), link('https://t.example/{traceId}'))).toEqual([
    {
      ...{ field: 'template', label: 'address of a trace', before: 'no link' },
      after: 'https://t.example/{traceId}',
    },
  ]);
  expect(changesBetween(link('a'), link('a'))).toEqual([]);
  expect(rebase(link('a'), link('a'), link('b'))).toEqual(link('b'));
  expect(rebase(link('a'), link('c'), link('b'))).toEqual(link('c'));
});
