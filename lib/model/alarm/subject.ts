/** What an alarm is about, as stored: a topic, a group, or a group and one cause of its dead letters. */
export function causeSubject(group: string, fingerprint: string): string {
  return `${group} ${fingerprint}`;
}

/** No name of a group has a space. */
export function groupOfSubject(subject: string): string {
  return subject.split(' ', 1)[0] ?? subject;
}

/** Null: it is not about one cause. */
export function fingerprintOfSubject(subject: string): string | null {
  const at = subject.indexOf(' ');
  return at < 0 ? null : subject.slice(at + 1);
}
