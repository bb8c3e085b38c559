// What a parcel weighs, corrected.
import { sending } from 'shared/request/body';
import { filled, request } from './request';
import type { components } from './schema.gen';
import type { Order } from './types';

/** What `PUT orders/{number}/parcel-weight` takes, from the version that was looked at; without a weight, none is known. */
export type WeightCorrection = components['schemas']['WeightCorrection'];

/** Corrects what a parcel weighs; refused with the order when it was changed since it was looked at. */
export const correctWeight = (number: string, correction: WeightCorrection): Promise<Order> =>
  request(filled('PUT orders/{number}/parcel-weight', { path: { number } }), sending(correction));
