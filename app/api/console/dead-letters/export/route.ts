import { downloadDeadLetters } from '@/lib/console/reads/downloads';

/** A file, not a read: it grows while it is read. */
export { downloadDeadLetters as GET };
