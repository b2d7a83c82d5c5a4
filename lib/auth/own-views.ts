import { BrokerError } from '../model/errors';
import { told } from '../model/language/t';
import { checkViewName } from '../model/check-view-name';
import { type ListName, type SavedView, VIEW_LIMITS, viewQuery } from '../model/list-view';
import type { Store } from '../store/client';
import { type Metadata, withMetadata } from '../store/metadata';
import { appendAudit } from '../store/queries/audit/audit-append';
import { lockOperator } from '../store/queries/operator/operator-find';
import type { Person } from './own-account';

type ConsoleStore = Pick<Store, 'console' | 'prisma'>;

/** The operator's own views of one list, by name. A token has none. */
export async function listViews(store: ConsoleStore, operatorId: number | null, list: ListName): Promise<SavedView[]> {
  if (operatorId === null) return [];
  return await store.prisma.savedView.findMany({
    where: { operatorId, list },
    select: { viewId: true, name: true, query: true, isDefault: true },
    orderBy: { name: 'asc' },
  });
}

/** The view that a list opens with. */
export async function defaultView(
  store: ConsoleStore,
  operatorId: number | null,
  list: ListName,
): Promise<SavedView | null> {
  if (operatorId === null) return null;
  return await store.prisma.savedView.findFirst({
    where: { operatorId, list, isDefault: true },
    select: { viewId: true, name: true, query: true, isDefault: true },
  });
}

interface ViewInput {
  readonly list: ListName;
  readonly name: string;
  /** As the address has it. */
  readonly query: string;
  readonly isDefault: boolean;
}

/**
 * Keeps what an operator looks at under a name; the same name again keeps what he looks at now.
 * @throws BrokerError bad-request, conflict (too many)
 */
export async function saveView(store: ConsoleStore, person: Person, input: ViewInput): Promise<SavedView> {
  const name = checkViewName(input.name);
  const query = viewQuery(input.list, new URLSearchParams(input.query));
  if (query.length > VIEW_LIMITS.queryChars)
    throw new BrokerError(
      'bad-request',
      told('The filters may have at most {queryChars} characters.', { queryChars: VIEW_LIMITS.queryChars }),
      {
        field: 'query',
        limit: VIEW_LIMITS.queryChars,
        value: query.length,
      },
    );
  const { operatorId, actor } = person;
  const { list, isDefault } = input;
  return await change(store, person, async (db) => {
    const which = { operatorId_list_name: { operatorId, list, name } };
    const before = await db.savedView.findUnique({ where: which, select: { query: true, isDefault: true } });
    if (before === null && (await db.savedView.count({ where: { operatorId, list } })) >= VIEW_LIMITS.ofOneList)
      throw new BrokerError(
        'conflict',
        told('You have {ofOneList} saved views of this list. Delete one first.', { ofOneList: VIEW_LIMITS.ofOneList }),
        {
          field: 'name',
          limit: VIEW_LIMITS.ofOneList,
        },
      );
    if (isDefault) await noDefault(db, operatorId, list);
    const saved = await db.savedView.upsert({
      where: which,
      create: { operatorId, list, name, query, isDefault },
      update: { query, isDefault },
      select: { viewId: true, name: true, query: true, isDefault: true },
    });
    await appendAudit(db, {
      ...{ actor, action: 'user.save-view', target: `${list}: ${name}` },
      ...(before === null ? {} : { before }),
      after: { query, isDefault },
    });
    return saved;
  });
}

interface ViewChange {
  readonly viewId: number;
  readonly name?: string | undefined;
  readonly isDefault?: boolean | undefined;
}

/** Another name, or whether the list opens with it. @throws BrokerError bad-request, not-found, conflict (name taken) */
export async function changeView(store: ConsoleStore, person: Person, input: ViewChange): Promise<void> {
  const name = input.name === undefined ? undefined : checkViewName(input.name);
  await change(store, person, async (db) => {
    const before = await ownView(db, person, input.viewId);
    const { operatorId, list } = before;
    if (name !== undefined && name !== before.name) {
      const taken = await db.savedView.findUnique({ where: { operatorId_list_name: { operatorId, list, name } } });
      if (taken !== null)
        throw new BrokerError('conflict', told('You already have a view named {name}.', { name }), {
          field: 'name',
          value: name,
        });
    }
    if (input.isDefault === true) await noDefault(db, operatorId, list);
    const after = { name: name ?? before.name, isDefault: input.isDefault ?? before.isDefault };
    await db.savedView.updateMany({ where: { viewId: input.viewId, operatorId }, data: after });
    await appendAudit(db, {
      ...{ actor: person.actor, action: 'user.change-view', target: `${list}: ${before.name}` },
      ...{ before: { name: before.name, isDefault: before.isDefault }, after },
    });
  });
}

/** @throws BrokerError not-found */
export async function deleteView(store: ConsoleStore, person: Person, viewId: number): Promise<void> {
  await change(store, person, async (db) => {
    const { list, name, query } = await ownView(db, person, viewId);
    await db.savedView.deleteMany({ where: { viewId, operatorId: person.operatorId } });
    const target = `${list}: ${name}`;
    await appendAudit(db, { actor: person.actor, action: 'user.delete-view', target, before: { query } });
  });
}

/** One change of an operator's views at a time, so that two of them never leave two first ones, or one too many. */
function change<T>(
  store: ConsoleStore,
  { operatorId }: Person,
  work: (db: Parameters<Parameters<typeof withMetadata>[1]>[0]) => Promise<T>,
): Promise<T> {
  return withMetadata(store.prisma, async (db) => {
    await lockOperator(db, operatorId);
    return work(db);
  });
}

async function noDefault(db: Metadata, operatorId: number, list: string): Promise<void> {
  await db.savedView.updateMany({ where: { operatorId, list, isDefault: true }, data: { isDefault: false } });
}

async function ownView(db: Metadata, { operatorId }: Person, viewId: number) {
  const view = await db.savedView.findFirst({ where: { viewId, operatorId } });
  if (view === null)
    throw new BrokerError('not-found', told('You have no view with this name. It may have been deleted.'), {
      field: 'viewId',
      value: viewId,
    });
  return view;
}
