// The routes below a base address, derived from the types generated from an OpenAPI document.

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The routes below the base: `GET tools/{id}` for the `get` of `/api/v1/tools/{id}` below `/api/v1/`. */
export type RouteOf<Paths, Base extends string> = {
  [Path in keyof Paths & string]: Path extends `${Base}${infer Rest}`
    ? {
        [M in Method & keyof Paths[Path]]: [NonNullable<Paths[Path][M]>] extends [never]
          ? never
          : `${Uppercase<M>} ${Rest}`;
      }[Method & keyof Paths[Path]]
    : never;
}[keyof Paths & string];

/** The operation of a route. */
export type OperationOf<Paths, Base extends string, Route> = Route extends `${infer M} ${infer Rest}`
  ? `${Base}${Rest}` extends infer Path extends keyof Paths
    ? Lowercase<M> extends infer Name extends keyof Paths[Path]
      ? NonNullable<Paths[Path][Name]>
      : never
    : never
  : never;

/** The body of a successful response. */
export type AnswerOf<Operation> = Operation extends { responses: infer Responses }
  ? JsonOf<Responses[keyof Responses & (200 | 201 | 202)]>
  : never;

/** The `data` of a successful response. */
export type DataOf<Operation> = AnswerOf<Operation> extends { data?: infer Data } ? NonNullable<Data> : never;

/** The path parameters of an operation. */
export type PathOf<Operation> = ParameterOf<Operation, 'path'>;

/** The query parameters of an operation. */
export type QueryOf<Operation> = ParameterOf<Operation, 'query'>;

type ParameterOf<Operation, Kind extends string> = Operation extends {
  parameters: { [K in Kind]?: infer Values };
}
  ? NonNullable<Values>
  : never;

type JsonOf<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : never;
