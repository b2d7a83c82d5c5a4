import { BrokerError } from './errors';
import { told } from './language/t';
import { momentMs } from './moment';

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** "-6h" is six hours before now and stays so in the address; an ISO time is a moment. */
export function readMoment(field: string, text: string | undefined, nowIso: string): Date | undefined {
  if (text === undefined || text === '') return undefined;
  const relative = /^-(\d{1,4})([mhd])$/.exec(text);
  if (relative !== null) return new Date(Date.parse(nowIso) - Number(relative[1]) * (UNIT_MS[relative[2] ?? ''] ?? 0));
  const ms = momentMs(text);
  if (ms === null) {
    throw new BrokerError(
      'bad-request',
      told('{field} must be a time like 2026-01-31T12:00Z or a distance like -6h (got {text}).', {
        field,
        text: text.slice(0, 40),
      }),
      {
        field,
        limit: 'ISO time, or -<number><m|h|d>',
        value: text.slice(0, 40),
      },
    );
  }
  return new Date(ms);
}

/** "24h" is a day from now and stays so in the address; an ISO time is a moment. */
export function readAhead(field: string, text: string | undefined, nowIso: string): Date | undefined {
  const ahead = /^(\d{1,4})([mhd])$/.exec(text ?? '');
  if (ahead !== null) return new Date(Date.parse(nowIso) + Number(ahead[1]) * (UNIT_MS[ahead[2] ?? ''] ?? 0));
  return readMoment(field, text, nowIso);
}
