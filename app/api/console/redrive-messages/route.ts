import { downloadRedriveMessages } from '@/lib/console/operations/redrives/downloads';

/** A file, not a read: as long as the re-drive is. */
export { downloadRedriveMessages as GET };
