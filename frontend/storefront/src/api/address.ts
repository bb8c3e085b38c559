import { createFilled } from 'shared/request/address';
import type { Base } from './request';
import type { paths } from './schema.gen';

/** One of the shop's calls with an address that is filled. */
export const filled = createFilled<paths, Base>();
