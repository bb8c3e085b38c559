// The call that corrects the weight of a parcel.
import { sending } from 'shared/request/body';
import { filled, request } from './request';
import type { components } from './schema.gen';
import type { Order } from './types';

/** The body of `PUT orders/{number}/parcel-weight`, with the version that the staff member saw. No weight clears it. */
export type WeightCorrection = components['schemas']['WeightCorrection'];

/** Corrects the weight of a parcel; fails with 409 and the current order when its version has changed. */
export const correctWeight = (number: string, correction: WeightCorrection): Promise<Order> =>
  request(filled('PUT orders/{number}/parcel-weight', { path: { number } }), sending(correction));
