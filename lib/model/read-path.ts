/** The address of a read of the console: deadLetters is at /api/console/dead-letters. */
export function readPath(name: string): string {
  return `/api/console/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** A header of a read: its page shows nothing of it yet, so a person waits. */
export const FIRST_READ = 'x-redrive-first';
