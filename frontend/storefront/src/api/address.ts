import { createFilled } from 'shared/request/address';
import type { Base } from './request';
import type { paths } from './schema.gen';

/** Fills the parameters of an API path. */
export const filled = createFilled<paths, Base>();
