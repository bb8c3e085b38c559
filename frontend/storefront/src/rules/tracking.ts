import type { Tracking } from '../api/types';
import { ordersWords } from '#words/orders';
import { findProblems, type Problems } from 'shared/forms/problems';
import { isMobileNumber, mobileDigits } from 'shared/rules/mobile_number';

/** The fields of the order tracking form in their order, named as in the payload. */
export const trackingFields = ['orderNumber', 'mobilenumber'] as const;

type TrackingField = (typeof trackingFields)[number];

const texts = ordersWords.rules;

/** Hyphens that mails and phones put in place of `-` in an order number. */
const HYPHENS = /[\u2010-\u2015\u2212]/g;

const checks: Record<TrackingField, (value: string) => string | undefined> = {
  orderNumber: (number) => (number.trim() ? undefined : texts.numberRequired),
  mobilenumber: (number) => {
    if (!number.trim()) return texts.mobileRequired;
    return isMobileNumber(number) ? undefined : texts.mobileInvalid;
  },
};

/** Finds the problems of the typed order number and mobile number. */
export function checkTracking(values: Readonly<Record<TrackingField, string>>): Problems<TrackingField> {
  return findProblems(trackingFields, (field) => checks[field](values[field]));
}

/** Valid numbers for the payload: normalised. */
export function sentTracking({
  orderNumber,
  mobilenumber,
}: Readonly<Record<TrackingField, string>>): Tracking {
  return {
    orderNumber: orderNumber.replaceAll(/\s/g, '').replaceAll(HYPHENS, '-').toUpperCase(),
    mobilenumber: mobileDigits(mobilenumber),
  };
}
