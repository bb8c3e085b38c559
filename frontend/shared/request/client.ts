import { deadline } from './deadline';
import { ApiError, ConnectionError, type FieldError } from './errors';
import type { DataOf, OperationOf, RouteOf } from './routes';

const TIMEOUT_MS = 15_000;

/** The envelope of every response. */
export interface Envelope<T> {
  success: boolean;
  message?: string;
  data?: T;
  errors?: FieldError[];
  code?: string;
  params?: Readonly<Record<string, number>>;
}

/** Returns the cache mode: with `fresh`, the browser asks the server even if it has a recent response. */
export function cached(fresh: boolean): RequestInit {
  return { cache: fresh ? 'no-cache' : 'default' };
}

/**
 * Creates the client of an API below this base address. `Paths` is the type generated from its OpenAPI document. It tells the compiler the
 * routes and their responses. `createFilled` fills the routes' parameters.
 */
export function createClient<Paths, Base extends string>(base: Base) {
  type Route = RouteOf<Paths, Base>;
  type Data<R extends Route> = DataOf<OperationOf<Paths, Base, R>>;

  /** Makes a call and returns the `data` of its response. */
  async function request<R extends Route>(route: R, init: RequestInit): Promise<Data<R>> {
    const { data } = await successful(route, init);
    // An error without a message gets its text from the app.
    // oxlint-disable-next-line unicorn/error-message -- it has none for them
    if (data === undefined) throw new Error();
    return data;
  }

  /** Makes a call and returns its response; throws if it is not a success. */
  async function successful<R extends Route>(
    route: R,
    init: RequestInit,
  ): Promise<Envelope<Data<R>> & { status: number }> {
    const [method, address] = route.split(' ') as [string, string];
    let response: Response;
    let text: string;
    try {
      response = await fetch(base + address, { method, signal: deadline(TIMEOUT_MS), ...init });
      text = await response.text();
    } catch (error) {
      throw new ConnectionError(error);
    }
    const body = envelope<Data<R>>(text);
    if (!response.ok || !body.success) {
      throw new ApiError(response.status, body.message ?? '', body.errors, body.data ?? {}, body);
    }
    return { ...body, status: response.status };
  }

  return { request, successful };
}

/** A proxy in front of the server may answer with an HTML page. Then there is no message to show. */
function envelope<T>(text: string): Envelope<T> {
  try {
    return JSON.parse(text);
  } catch {
    return { success: false };
  }
}
