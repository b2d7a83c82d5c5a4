/** 20210309T195445Z. Java, Go, Python and C# write their local time like this, Node.js and C++ the time of UTC. */
const COMPACT = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;
/** The client for Rust writes RFC 3339 with its offset: 2021-03-09T20:54:45.123456789+01:00. */
const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/** The time a client signed, in milliseconds since 1970 as if it were UTC; null: it is no time. */
export function parseSignedTime(text: string): number | null {
  const [, ...parts] = COMPACT.exec(text) ?? RFC_3339.exec(text) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(0, 6).map(Number);
  if (parts.length === 0 || year < 1970) return null;
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // What does not exist, as February 30, becomes another time.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || date.getUTCHours() !== hour) return null;
  if (date.getUTCMinutes() !== minute || date.getUTCSeconds() !== second) return null;
  const [sign, hours, minutes] = parts.slice(6);
  const offsetMs = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return date.getTime() - (sign === '-' ? -offsetMs : offsetMs);
}
