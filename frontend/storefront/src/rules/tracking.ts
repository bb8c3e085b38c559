import type { Tracking } from '../api/types';
import { ordersWords } from '#words/orders';
import { findProblems, type Problems } from 'shared/forms/problems';
import { isMobileNumber, mobileDigits } from 'shared/rules/mobile_number';

/** The fields of the form that finds an order, in its order. Named as the payload names them. */
export const trackingFields = ['orderNumber', 'mobilenumber'] as const;

type TrackingField = (typeof trackingFields)[number];

const texts = ordersWords.rules;

/** Mails and phones break numbers at hyphens, and put others in their place. */
const HYPHENS = /[\u2010-\u2015\u2212]/g;

const checks: Record<TrackingField, (value: string) => string | undefined> = {
  orderNumber: (number) => (number.trim() ? undefined : texts.numberRequired),
  mobilenumber: (number) => {
    if (!number.trim()) return texts.mobileRequired;
    return isMobileNumber(number) ? undefined : texts.mobileInvalid;
  },
};

/** What is wrong with the numbers by which an order is looked for. */
export function checkTracking(values: Readonly<Record<TrackingField, string>>): Problems<TrackingField> {
  return findProblems(trackingFields, (field) => checks[field](values[field]));
}

/** Numbers that have no problem, as they are sent: without what else people type. */
export function sentTracking({
  orderNumber,
  mobilenumber,
}: Readonly<Record<TrackingField, string>>): Tracking {
  return {
    orderNumber: orderNumber.replaceAll(/\s/g, '').replaceAll(HYPHENS, '-').toUpperCase(),
    mobilenumber: mobileDigits(mobilenumber),
  };
}
