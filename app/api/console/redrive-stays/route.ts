import { downloadStays } from '@/lib/console/operations/redrives/stays-export';

/** A file, not a read: as long as the list is. */
export { downloadStays as GET };
