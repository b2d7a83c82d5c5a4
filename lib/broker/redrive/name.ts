/** As people call it, in the audit log and on every page. */
export function redriveName(redriveId: number): string {
  return `RD-${redriveId}`;
}
