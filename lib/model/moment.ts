const ISO = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * An ISO time in milliseconds, UTC unless it says otherwise; null: there is no such time. Date.parse alone takes
 * 30 February for 2 March. Pure.
 */
export function momentMs(text: string): number | null {
  const [, day = '', time = '', , , zone] = ISO.exec(text) ?? [];
  const ms = Date.parse(time === '' || zone !== undefined ? text : `${text}Z`);
  if (day === '' || Number.isNaN(ms)) return null;
  return new Date(Date.parse(day)).toISOString().startsWith(day) ? ms : null;
}
