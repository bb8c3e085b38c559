import { createClient } from 'shared/request/client';
import type { paths } from './schema.gen';

/** The base path of the shop's API. */
export const BASE = '/api/v1/';
export type Base = typeof BASE;

/** Calls of the operations in the shop's OpenAPI document. */
export const { request, successful } = createClient<paths, Base>(BASE);
