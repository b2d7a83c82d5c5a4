import 'server-only';
import type { Reason, Told } from '../../model/language/t';
import { z } from 'zod';
import { type BrokerContext, noteBodies } from '../../broker';
import { type Engine, rocketmqEngine } from '../../engine';
import type { Capability } from '../../model/offers';
import { whyNot } from '../../model/why-not';
import {
  authorize,
  heldForAll,
  type Permission,
  type Principal,
  reasonAgainst,
  requireConfirmed,
  scopeOf,
} from '../../auth/permission';
import { type Actor, systemActor } from '../../model/audit/actor';
import { plain, type Plain } from '../../model/plain';
import type { Scope } from '../../model/access/team';
import { getRuntime } from '../../runtime/singleton';
import { type ConsoleContext, type ReadContext, wholeContext } from './context';
import { type ConsoleAction, defineAction } from './define-action';
import { type ConsoleRead, defineRead } from './define-read';
import { type ApiRoute, defineRoute, type Effect, type Method } from './define-route';
import { askEngine, type AtEngine, type PerEngine, workspaceIn } from './engine';
import { embeddedOf } from './embedded-of';
import { changeManaged, type ManagedChange } from './managed';
import { parseInput } from './parse-input';
import { fromText, named, only } from './shape-fields';
import { authorizeRequest } from './request-principal';
import { failed } from './respond';
import { forOnePerson, type PlannedChange } from './second-person';
import { enterSubject, type Guarded, type SubjectOf } from './subject';

/** What an operation works with: the engine of its workspace, and who asked; of a read that is `personal` alone. */
export interface OperationContext {
  readonly engine: Engine;
  readonly actor: Actor;
  /** Who asks. Of an answer that callers of the same rights share: these alone. */
  readonly principal: Principal;
  /** This installation, as far as the caller sees it: for limits, settings, access keys. */
  readonly broker: BrokerContext;
  /** The rows that this installation keeps about the workspace: its alarms, rules and dead letters. */
  readonly kept: BrokerContext;
  /** Where who asks has the permission of the operation. */
  readonly scope: Scope;
  /** Why a control is off for who asks, or may not be used for `all` that is shown; null: they may. */
  readonly reasonAgainst: (permission: Permission, of?: 'all') => string | null;
}

/** A value of the domain for what crosses as W: a Date where the text is a time, or a message. More is left out. */
export type Answer<W> = W extends string
  ? W | Date | Told
  : W extends object
    ? { readonly [Key in keyof W]: Answer<W[Key]> }
    : W;

interface Http<Output extends z.ZodType> {
  readonly method: Method;
  /**
   * Below /api/v1. "{group}" is that field of the input. The others are the query of a GET or DELETE, else the body.
   */
  readonly path: string;
  /** A DELETE with a body in place of a query. */
  readonly hasBody?: true;
  readonly tag: string;
  /** What a good answer is; left out: it is always 201. */
  readonly answer?: string;
  /** It can be 201: when (left out: always), and what it is then. */
  readonly created?: {
    readonly when?: (answer: z.input<Output>) => boolean;
    readonly answer: string;
    /** Left out: of every good answer. */
    readonly shape?: z.ZodType;
  };
  /** It can be 202: when, and what it is then. */
  readonly accepted?: {
    readonly when: (answer: z.input<Output>) => boolean;
    readonly answer: string;
    readonly shape: z.ZodType;
  };
  /** Of an answer that is not 201, where that one has another. */
  readonly shape?: z.ZodType;
  /** No body at all is taken as {}. */
  readonly bodyOptional?: boolean;
  /** Its body carries the body of a message. */
  readonly carriesMessage?: boolean;
  /** This field of the input is the body, in place of one with the fields that are not in the path. */
  readonly body?: string;
  /** Runs before the body is checked: corrects what is not the caller's fault. */
  readonly mendBody?: (body: unknown) => unknown;
}

/** Of a change that can be too large for one person; its input has `group` and `reason`. */
export interface SecondPerson<Input, T> {
  /** "Re-drive". */
  readonly act: string;
  /** What the messages are: "dead letter". */
  readonly what: string;
  /** Null: with this input it changes nothing, or nothing that needs a second person. */
  readonly plan: (ctx: OperationContext, input: Input) => Promise<PlannedChange | null>;
  /** What came of it: "RD-12". */
  outcome(answer: T): Reason;
}

interface Common<Input extends z.ZodObject> extends Guarded<z.output<Input>> {
  /** Its name in the API document, for tools and tests. */
  readonly name: string;
  readonly summary: string;
  readonly effect: Effect;
  /** z.strictObject: unknown fields are refused. Texts of an address become the numbers and flags of the schema. */
  readonly input: Input;
  /** Left out: every engine can do it. */
  readonly needs?: Capability;
  /** A read whose answer is of who asked alone: no other account of the same rights shares it. */
  readonly personal?: true;
}

/** Asked for over HTTP too: its answer has a documented shape. */
export interface PublicOperation<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  T extends Answer<z.input<Output>> | Response = Answer<z.input<Output>>,
> extends Common<Input> {
  readonly output: Output;
  readonly http: Http<Output>;
  readonly run: (ctx: OperationContext, input: z.output<Input>) => Promise<T>;
  readonly second?: SecondPerson<z.output<Input>, NoInfer<T>>;
  readonly managed?: ManagedChange<z.output<Input>>;
}

/** Of pages alone: its answer is what the engine returns, as JSON can carry it. */
export interface PageOperation<Input extends z.ZodObject, T> extends Common<Input> {
  readonly run: (ctx: OperationContext, input: z.output<Input>) => Promise<T>;
  readonly second?: SecondPerson<z.output<Input>, NoInfer<T>>;
  readonly managed?: ManagedChange<z.output<Input>>;
  /** The messages whose bodies an answer shows, and the answer without them: see define-read.ts. */
  readonly bodiesIn?: (data: NoInfer<Plain<T>>, input: z.output<Input>) => readonly string[];
  readonly withoutBodies?: (data: NoInfer<Plain<T>>) => NoInfer<Plain<T>>;
}

/** What pages get of it: times are ISO 8601 text. */
export type AnswerOf<T extends { readonly run: (...args: never[]) => unknown }> = Plain<Awaited<ReturnType<T['run']>>>;

/** One thing that can be done or asked; its doors are made of it: action, read, route. */
export function operation<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  T extends Answer<z.input<Output>> | Response,
>(definition: PublicOperation<Input, Output, T>): PublicOperation<Input, Output, T>;
export function operation<Input extends z.ZodObject, T>(definition: PageOperation<Input, T>): PageOperation<Input, T>;
export function operation<Definition>(definition: Definition): Definition {
  return definition;
}

/** Whether it is an operation with an address. */
export function isPublic(value: unknown): value is PublicOperation<z.ZodObject, z.ZodType> {
  return typeof value === 'object' && value !== null && 'http' in value && 'output' in value;
}

/** For the browser: `'use server'` files export one of these per change. */
export function action<Input extends z.ZodObject, T>(of: PageOperation<Input, T>): ConsoleAction<Input, Plain<T>> {
  const { permission, subject, input, bodiesIn } = of;
  return defineAction<Input, Plain<T>>({
    ...{ permission, subject, input, ...perEngine(of) },
    ...(bodiesIn !== undefined && { bodiesIn }),
  });
}

/** For the first render of a page and its live queries. */
export function read<Input extends z.ZodObject, T>(of: PageOperation<Input, T>): ConsoleRead<Input, Plain<T>> {
  const { permission, subject, input, personal, bodiesIn, withoutBodies } = of;
  const common = {
    ...{ permission, subject, input, mendInput: fromText(input) },
    ...(bodiesIn !== undefined && { bodiesIn }),
    ...(withoutBodies !== undefined && { withoutBodies }),
  };
  const each = perEngine(of);
  return personal === true
    ? defineRead<Input, Plain<T>>({ ...common, ...each, personal })
    : defineRead<Input, Plain<T>>({ ...common, ...(each as PerEngine<z.output<Input>, Plain<T>, ReadContext>) });
}

/** For a link to a file: its query is the input. Who takes bodies home is noted before the first byte is sent. */
export function download<Input extends z.ZodObject>(
  of: PageOperation<Input, Response>,
): (request: Request) => Promise<Response> {
  const { permission, subject, input, bodiesIn } = of;
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    try {
      const principal = await authorizeRequest(request, permission, subject);
      const { workspace: given, ...params } = Object.fromEntries(searchParams);
      const workspace = workspaceIn(given);
      const asked = parseInput(input, fromText(input)(params));
      const ctx = await enterSubject(principal, of, asked, workspace, true);
      const answer = await askEngine(perEngine(of), ctx, workspace, asked);
      await noteBodies(wholeContext(principal), 'download-body', bodiesIn?.(answer, asked) ?? [], workspace);
      return answer as unknown as Response;
    } catch (error) {
      return failed(error, pathname);
    }
  };
}

/** For the HTTP API and its document. */
export function route<Input extends z.ZodObject, Output extends z.ZodType>(
  of: PublicOperation<Input, Output, Answer<z.input<Output>> | Response>,
): ApiRoute {
  const { name, summary, permission, effect, input, output } = of;
  const { method, path, tag, hasBody, bodyOptional = false, carriesMessage = false, body: bodyField } = of.http;
  const { answer, created, accepted, shape = output } = of.http;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field);
  const fields = Object.keys(input.shape);
  const [params, rest] = [
    only(input, inPath),
    only(
      input,
      fields.filter((field) => !inPath.includes(field)),
    ),
  ];
  const inQuery = method === 'get' || (method === 'delete' && hasBody === undefined);
  const whole = (parts: { params: object; query: object; body: object | undefined }) =>
    ({
      ...parts.query,
      ...(bodyField === undefined ? parts.body : { [bodyField]: parts.body }),
      ...parts.params,
    }) as z.output<Input>;
  const { run, lacks } = perEngine(of);
  return defineRoute({
    ...{ method, path, name, summary, tag, permission, effect, bodyOptional, carriesMessage },
    subject: ofParts(of.subject, whole),
    ...(inPath.length === 0 ? {} : { params }),
    ...(inQuery
      ? { query: rest, mendQuery: fromText(rest) }
      : Object.keys(rest.shape).length === 0
        ? {}
        : { body: bodyField === undefined ? rest : (input.shape[bodyField] as z.ZodType<object>) }),
    ...(of.http.mendBody !== undefined && { mendBody: of.http.mendBody }),
    answers: [
      ...(answer === undefined ? [] : [{ status: 200, description: answer, schema: shape }]),
      ...(created === undefined ? [] : [{ status: 201, description: created.answer, schema: created.shape ?? output }]),
      ...(accepted === undefined ? [] : [{ status: 202, description: accepted.answer, schema: accepted.shape }]),
    ],
    lacks,
    run: async (ctx, parts: Parameters<typeof whole>[0]) => {
      const given: unknown = await run(ctx, whole(parts));
      if (given instanceof Response) return given;
      const body = given as z.input<Output>;
      const isAccepted = accepted?.when(body) === true;
      const isCreated = created !== undefined && created.when?.(body) !== false;
      return { status: isAccepted ? 202 : isCreated ? 201 : 200, body: shaped(output, body) };
    },
  });
}

const NO_ONE = { kind: 'token', name: '', address: '', operatorId: null, sessionId: null, confirmed: false } as const;

/** Both engines answer through the port: what one lacks is refused with the reason. */
function perEngine<Input extends z.ZodObject, T>(of: PageOperation<Input, T>): PerEngine<z.output<Input>, Plain<T>> {
  const { name, needs, second, managed, run } = of;
  return {
    lacks: (kind) => whyNot(kind, needs),
    run: async (at: AtEngine<ConsoleContext>, given: z.output<Input>): Promise<Plain<T>> => {
      const ctx = contextOf(of, at);
      const plan = () => second?.plan(ctx, given) ?? Promise.resolve(null);
      const { actor, kept } = ctx;
      if (second !== undefined)
        await forOnePerson({ operation: name, input: given, plan, workspace: kept.workspace, actor });
      const found = await changeManaged(managed, ctx, given, (input) => run(ctx, input));
      return found instanceof Response ? (found as Plain<T>) : plain(found);
    },
  };
}

function contextOf<Input extends z.ZodObject, T>(
  { permission, subject, effect, personal }: PageOperation<Input, T>,
  ctx: AtEngine<ConsoleContext>,
): OperationContext {
  const { broker, cluster, principal } = ctx;
  const isShared = effect === 'read' && subject !== 'own' && personal !== true;
  return {
    engine: cluster === null ? embeddedOf(ctx, permission, effect) : rocketmqEngine({ ...ctx, engine: cluster }),
    kept: cluster?.letters ?? broker,
    ...{ broker, scope: scopeOf(principal, permission) },
    actor: effect === 'read' && personal !== true ? systemActor('preview') : ctx.actor,
    principal: isShared ? { ...NO_ONE, role: principal.role, grants: principal.grants } : principal,
    reasonAgainst: (asked, of) => reasonAgainst(of === 'all' ? heldForAll(principal, permission) : principal, asked),
  };
}

/** A change that needs a second person, in the hands of one who may make it too. */
export function approved<Input extends z.ZodObject, T>(of: PageOperation<Input, T>) {
  const { name, permission, input: schema, second } = of;
  const ask = async <A>(
    principal: Principal,
    workspace: string | null,
    stored: unknown,
    run: (at: AtEngine<ConsoleContext>, input: z.output<Input>) => Promise<A>,
  ): Promise<A> => {
    const place = workspace ?? undefined;
    authorize(principal, permission);
    const input = parseInput(schema, stored);
    const ctx = await enterSubject(principal, of, input, place, false);
    return await askEngine({ run, lacks: (kind) => whyNot(kind, of.needs) }, ctx, place, input);
  };
  return {
    ...{ name, act: second?.act ?? name, what: second?.what ?? 'message' },
    /** @throws BrokerError unconfirmed */
    confirm: (principal: Principal) => requireConfirmed(principal, permission),
    /** @throws BrokerError where this person may not make the change either */
    mayMake: (principal: Principal, workspace: string | null, stored: unknown) =>
      ask(principal, workspace, stored, () => Promise.resolve()),
    /** Null: it would change nothing. */
    plan: (principal: Principal, workspace: string | null, stored: unknown) =>
      ask(principal, workspace, stored, (at, input) => second?.plan(contextOf(of, at), input) ?? Promise.resolve(null)),
    /** @returns what came of it */
    run: (principal: Principal, workspace: string | null, stored: unknown) =>
      ask(
        principal,
        workspace,
        stored,
        async (at, input) => second?.outcome(await of.run(contextOf(of, at), input)) ?? '',
      ),
  };
}

/** What the document does not name stays inside. A value that it does not allow is a fault of ours, and goes out. */
function shaped(output: z.ZodType, value: unknown): unknown {
  const { success, data, error } = output.safeParse(value);
  if (success) return data;
  getRuntime().log.error({ error: z.prettifyError(error) }, 'an answer is not as the API document says');
  return named(output, value);
}

function ofParts<Parts, Input>(subject: SubjectOf<Input>, whole: (parts: Parts) => Input): SubjectOf<Parts> {
  if (typeof subject === 'string') return subject;
  const entries = Object.entries(subject).map(([name, find]) => [
    name,
    (parts: Parts) => (find as (input: Input) => unknown)(whole(parts)),
  ]);
  return Object.fromEntries(entries) as SubjectOf<Parts>;
}
