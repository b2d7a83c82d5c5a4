import { downloadStays } from '@/lib/console/reads/downloads';

/** A file, not a read: as long as the list is. */
export { downloadStays as GET };
