import { createClient } from 'shared/request/client';
import type { OperationOf, PathOf, QueryOf, RouteOf } from 'shared/request/routes';
import { isSomebodyThere, UNATTENDED } from './presence';
import { afterReauthentication } from './reauthentication';
import type { paths } from './schema.gen';

/** The base address of the office's gateway. */
export const BASE = '/api/office/v1/';
type Base = typeof BASE;
type Route = RouteOf<paths, Base>;

/** Sends the session's cookie. */
export const own: RequestInit = { credentials: 'include' };

const client = createClient<paths, Base>(BASE);

/** Makes a call and returns its `data`. Asks for re-authentication and repeats the call if needed. */
export const request: typeof client.request = (route, init) =>
  afterReauthentication(() => client.request(route, asked(route, init)), isSomebodyThere());

/** Marks a GET request that no person triggered, so that it does not extend the session. */
function asked(route: string, init: RequestInit): RequestInit {
  if (!route.startsWith('GET ') || isSomebodyThere()) return init;
  return { ...init, headers: { ...UNATTENDED } };
}

/** Makes a call without a result. Asks for re-authentication as `request` does. */
export async function command(route: Route, init: RequestInit): Promise<void> {
  await afterReauthentication(() => client.successful(route, init));
}

/** The same for calls that start or end a session. They do not ask for re-authentication. */
export const requestPlainly = client.request;
export const commandPlainly = async (route: Route, init: RequestInit): Promise<void> => {
  await client.successful(route, init);
};

interface Values<R extends Route> {
  path?: PathOf<OperationOf<paths, Base, R>>;
  query?: QueryOf<OperationOf<paths, Base, R>>;
}

/** Fills the path and query of a route. A list in the query repeats its name; empty values are left out. */
export function filled<R extends Route>(route: R, { path, query }: Values<R>): R {
  const inPath: Readonly<Record<string, unknown>> = { ...path };
  const address = route.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(inPath[name])));
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries<unknown>({ ...query })) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== '') words.append(name, String(item));
    }
  }
  const search = String(words);
  return (search ? `${address}?${search}` : address) as R;
}
