import { type QueryParams, type RequestOptions, request } from "./request";
import type { components, paths } from "./schema";
import type {
  Booking,
  BookingRow,
  MapInfo,
  Me,
  SavedAddress,
  Session,
  Tasks,
  Withdrawal,
  WithdrawalRow,
} from "./types";

/** Requests whose path, parameters, body and response are those of the API's schema. */

type ApiPaths = {
  [P in keyof paths as P extends `/api/v1/${infer Path}` ? Path : never]: paths[P];
};
type Method = "get" | "post" | "put" | "patch" | "delete";

/** The paths that have a method. */
type PathOf<M extends Method> = {
  [P in keyof ApiPaths]: ApiPaths[P] extends Record<M, object> ? P : never;
}[keyof ApiPaths];

type Operation<P extends keyof ApiPaths, M extends Method> =
  ApiPaths[P] extends Record<M, infer O> ? O : never;

type PathPart<O> = O extends { parameters: { path: infer Names } }
  ? { path: Names }
  : { path?: never };

type QueryPart<O> = O extends { parameters: { query?: infer Query } }
  ? { params?: { [Name in keyof Query]?: Query[Name] | null | undefined } }
  : { params?: never };

type Json<Content> = Content extends { "application/json": infer Body } ? Body : never;

type BodyPart<O> = O extends { requestBody?: never }
  ? { body?: Record<string, never> }
  : O extends { requestBody: { content: infer Content } }
    ? { body: Json<Content> }
    : O extends { requestBody?: { content: infer Content } }
      ? { body?: Json<Content> }
      : never;

type Options<O> = Omit<RequestOptions, "method" | "body" | "params"> &
  PathPart<O> &
  QueryPart<O> &
  BodyPart<O>;

/** The options may be omitted if the operation requires none. */
type Rest<O> =
  Record<string, never> extends Options<O> ? [options?: Options<O>] : [options: Options<O>];

type Success<O> = O extends { responses: infer Responses }
  ? Responses[keyof Responses & (200 | 201 | 202 | 204)]
  : never;

type Body<Response> = Response extends { content: infer Content } ? Json<Content> : undefined;

/** The exact types of `types.ts`, which replace those that the schema describes loosely. */
interface ExactTypes {
  Booking: Booking;
  BookingRow: BookingRow;
  MapInfo: MapInfo;
  Me: Me;
  SavedAddress: SavedAddress;
  Session: Session;
  Tasks: Tasks;
  Withdrawal: Withdrawal;
  WithdrawalRow: WithdrawalRow;
}

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type ExactOf<T> = {
  [Name in keyof ExactTypes]: Same<T, components["schemas"][Name]> extends true
    ? ExactTypes[Name]
    : never;
}[keyof ExactTypes];
type Exact<T> = T extends { results: (infer Row)[] }
  ? Omit<T, "results"> & { results: Exact<Row>[] }
  : [ExactOf<T>] extends [never]
    ? T
    : ExactOf<T>;

type Reply<P extends keyof ApiPaths, M extends Method> = Exact<Body<Success<Operation<P, M>>>>;

/** The row of the list at a path, such as `RowOf<"promos/all/">`. */
export type RowOf<P extends PathOf<"get">> =
  Reply<P, "get"> extends { results: (infer Row)[] } ? Row : never;

type Filled<P extends string> = P extends `${infer Start}{${string}}${infer End}`
  ? `${Start}${string}${Filled<End>}`
  : P;

/** The paths of the lists that have such rows. */
export type ListPath<Row> = {
  [P in PathOf<"get">]: [RowOf<P>] extends [never]
    ? never
    : Row extends RowOf<P>
      ? Filled<P>
      : never;
}[PathOf<"get">];

const filled = (path: string, names: Record<string, unknown>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(names[name])));

const caller =
  <M extends Method>(method: M) =>
  <P extends PathOf<M>>(path: P, ...[options]: Rest<Operation<P, M>>): Promise<Reply<P, M>> => {
    const { path: names, ...rest } = (options ?? {}) as RequestOptions & {
      path?: Record<string, unknown>;
      params?: QueryParams;
    };
    return request(filled(path, names ?? {}), {
      ...rest,
      // Batches of spans would cause spans of their own.
      ...(path === "realtime/spans/" ? {} : { route: path }),
      method: method.toUpperCase() as NonNullable<RequestOptions["method"]>,
    });
  };

export const get = caller("get");
export const post = caller("post");
export const put = caller("put");
export const patch = caller("patch");
export const remove = caller("delete");
