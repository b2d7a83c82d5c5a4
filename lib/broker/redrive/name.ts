/** Its name for people, in the audit log and on every page. */
export function redriveName(redriveId: number): string {
  return `RD-${redriveId}`;
}
