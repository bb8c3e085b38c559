// Calls that correct the quantities of an order.
import { sending } from 'shared/request/body';
import { filled, request } from './request';
import type { components } from './schema.gen';
import type { Order } from './types';

/** The body of `PUT orders/{number}/lines`, with the version that the staff member saw. 0 removes a line. */
export type LinesCorrection = components['schemas']['Quantities'];

/** Corrects the quantities of an order; fails with 409 and the current order when its version has changed. */
export const correctLines = (number: string, correction: LinesCorrection): Promise<Order> =>
  request(filled('PUT orders/{number}/lines', { path: { number } }), sending(correction));
