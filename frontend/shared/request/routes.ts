// What an OpenAPI document says of the calls below a base address, read from the types that are generated of it.

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Every call below the base: `GET tools/{id}` for the `get` of `/api/v1/tools/{id}` below `/api/v1/`. */
export type RouteOf<Paths, Base extends string> = {
  [Path in keyof Paths & string]: Path extends `${Base}${infer Rest}`
    ? {
        [M in Method & keyof Paths[Path]]: [NonNullable<Paths[Path][M]>] extends [never]
          ? never
          : `${Uppercase<M>} ${Rest}`;
      }[Method & keyof Paths[Path]]
    : never;
}[keyof Paths & string];

/** What the document says of a call. */
export type OperationOf<Paths, Base extends string, Route> = Route extends `${infer M} ${infer Rest}`
  ? `${Base}${Rest}` extends infer Path extends keyof Paths
    ? Lowercase<M> extends infer Name extends keyof Paths[Path]
      ? NonNullable<Paths[Path][Name]>
      : never
    : never
  : never;

/** What a call answers when it succeeds. */
export type AnswerOf<Operation> = Operation extends { responses: infer Responses }
  ? JsonOf<Responses[keyof Responses & (200 | 201 | 202)]>
  : never;

/** What comes under `data` when a call succeeds. */
export type DataOf<Operation> = AnswerOf<Operation> extends { data?: infer Data } ? NonNullable<Data> : never;

/** What stands for the names in braces of a call's address. */
export type PathOf<Operation> = ParameterOf<Operation, 'path'>;

/** What may stand behind the question mark of a call's address. */
export type QueryOf<Operation> = ParameterOf<Operation, 'query'>;

type ParameterOf<Operation, Kind extends string> = Operation extends {
  parameters: { [K in Kind]?: infer Values };
}
  ? NonNullable<Values>
  : never;

type JsonOf<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : never;
