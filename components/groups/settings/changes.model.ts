import { changesByField } from '@/components/form/change.model';
import { GROUP_FIELDS, type GroupSettings } from '@/lib/model/group/group-settings';

/** What differs between two versions of a group, in words, and how an edit goes on top of a newer one. */
export const { changesBetween, rebase } = changesByField<GroupSettings>(GROUP_FIELDS);
