import { createClient } from 'shared/request/client';
import type { paths } from './schema.gen';

/** Below which address the shop's calls are. */
export const BASE = '/api/v1/';
export type Base = typeof BASE;

/** The calls that the shop's OpenAPI document has. */
export const { request, successful } = createClient<paths, Base>(BASE);
