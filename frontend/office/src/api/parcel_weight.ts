// What a parcel weighs, corrected.
import { sending } from 'shared/request/body';
import { filled, request } from './request';
import type { Order } from './types';

/** What `PUT orders/{number}/parcel-weight` takes, from the version that was looked at; without a weight, none is known. */
export interface WeightCorrection {
  version: number;
  weightInGrams?: number;
}

// As long as schema.gen.ts does not have the call: it is made, and answered, as the correction of lines is.
const ROUTE = 'PUT orders/{number}/parcel-weight' as 'PUT orders/{number}/lines';

/** Corrects what a parcel weighs; refused with the order when it was changed since it was looked at. */
export const correctWeight = (number: string, correction: WeightCorrection): Promise<Order> =>
  request(filled(ROUTE, { path: { number } }), sending(correction));
