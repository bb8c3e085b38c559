// How many packs an order has, corrected.
import { sending } from 'shared/request/body';
import { filled, request } from './request';
import type { components } from './schema.gen';
import type { Order } from './types';

/** What `PUT orders/{number}/lines` takes, from the version that was looked at; 0 takes a line out. */
export type LinesCorrection = components['schemas']['Quantities'];

/** Corrects how many packs an order has; refused with the order when it was changed since it was looked at. */
export const correctLines = (number: string, correction: LinesCorrection): Promise<Order> =>
  request(filled('PUT orders/{number}/lines', { path: { number } }), sending(correction));
