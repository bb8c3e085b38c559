import { createClient } from 'shared/request/client';
import type { OperationOf, PathOf, QueryOf, RouteOf } from 'shared/request/routes';
import { isSomebodyThere, UNATTENDED } from './presence';
import { afterReauthentication } from './reauthentication';
import type { paths } from './schema.gen';

/** Below which address the office's calls are. */
export const BASE = '/api/office/v1/';
type Base = typeof BASE;
type Route = RouteOf<paths, Base>;

/** With the cookie of the session. */
export const own: RequestInit = { credentials: 'include' };

const client = createClient<paths, Base>(BASE);

/** A call whose answer is what comes under `data`; one that needs it asks first who it is, and is made again. */
export const request: typeof client.request = (route, init) =>
  afterReauthentication(() => client.request(route, asked(route, init)), isSomebodyThere());

/** A question that a page asks by itself, while nobody is there, says so: it does not keep the session alive. */
function asked(route: string, init: RequestInit): RequestInit {
  if (!route.startsWith('GET ') || isSomebodyThere()) return init;
  return { ...init, headers: { ...UNATTENDED } };
}

/** A call of which only its success counts; it asks who it is as `request` does. */
export async function command(route: Route, init: RequestInit): Promise<void> {
  await afterReauthentication(() => client.successful(route, init));
}

/** The same of calls that begin or end a session: they do not ask who it is. */
export const requestPlainly = client.request;
export const commandPlainly = async (route: Route, init: RequestInit): Promise<void> => {
  await client.successful(route, init);
};

interface Values<R extends Route> {
  path?: PathOf<OperationOf<paths, Base, R>>;
  query?: QueryOf<OperationOf<paths, Base, R>>;
}

/** One of the office's calls with an address that is filled; a list in the query repeats its name, what is empty is left out. */
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
