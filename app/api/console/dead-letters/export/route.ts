import { downloadDeadLetters } from '@/lib/console/operations/dead-letters/export';

/** A file, not a read: it grows while it is read. */
export { downloadDeadLetters as GET };
