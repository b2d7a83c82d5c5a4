import { downloadRedriveMessages } from '@/lib/console/reads/downloads';

/** A file, not a read: as long as the re-drive is. */
export { downloadRedriveMessages as GET };
