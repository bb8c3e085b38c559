import type { OperationOf, PathOf, QueryOf, RouteOf } from './routes';

/** What fills the address of a call. */
interface Values<Operation> {
  /** What stands for the names in braces. */
  path?: PathOf<Operation>;
  /** What stands behind the question mark. */
  query?: QueryOf<Operation>;
}

/**
 * Makes what fills the addresses of an API: `GET tools/{id}` with the `id` that is wanted, for the client that is made of the same
 * schema. It is no part of that client, because most first visits ask for nothing by an id.
 */
export function createFilled<Paths, Base extends string>() {
  return function filled<Route extends RouteOf<Paths, Base>>(
    route: Route,
    { path, query }: Values<OperationOf<Paths, Base, Route>>,
  ): Route {
    const values: Readonly<Record<string, unknown>> = { ...path };
    const address = route.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
    return (query ? `${address}?${new URLSearchParams({ ...query })}` : address) as Route;
  };
}
