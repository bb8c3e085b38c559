import type { OperationOf, PathOf, QueryOf, RouteOf } from './routes';

/** The parameters of a route. */
interface Values<Operation> {
  /** The path parameters, by their names in braces. */
  path?: PathOf<Operation>;
  /** The query parameters. */
  query?: QueryOf<Operation>;
}

/**
 * Returns a function that fills the routes of an API, such as `GET tools/{id}`. It is separate from the client because most first visits
 * need no parameters.
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
