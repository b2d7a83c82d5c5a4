import { downloadDeadLetters } from '@/lib/console/reads/dead-letter-export';

/** A file, not a read: it grows while it is read. */
export { downloadDeadLetters as GET };
