import { exportRedriveMessages } from '@/lib/console/reads/redrive-export';

/** A file, not a read: as long as the re-drive is. */
export { exportRedriveMessages as GET };
