import { t } from '@/lib/model/language/t';
import { sentences } from '@/lib/model/language/list';

interface Answer {
  readonly client: string;
  readonly isConsumed: boolean;
  readonly result: string;
  readonly remark: string | null;
  readonly tookMs: number;
}

/** "10.0.0.9@41 did not consume it: CR_LATER after 12 ms. java.lang.IllegalStateException: …" */
export function consumedWords({ client, isConsumed, result, remark, tookMs }: Answer): string {
  const said = { client, result, tookMs };
  const words = isConsumed
    ? t('{client} consumed it in {tookMs, number} ms: {result}.', said)
    : t('{client} did not consume it: {result} after {tookMs, number} ms.', said);
  return sentences(words, remark ?? '');
}
