import { downloadStays } from '@/lib/console/reads/plan-stays-export';

/** A file, not a read: as long as the list is. */
export { downloadStays as GET };
