import { createElement, Fragment, type ReactNode } from 'react';
import { shop as sample } from '../content/en/shop';
import type { ShopFacts, When } from '../content/shop_facts';

/** The most address lines in the contract. */
const ADDRESS_LINES = 5;

/** Markers for the shop's facts that the gateway replaces: `{{shop.name}}` and so on. */
export const shop = marked(sample, 'shop') as ShopFacts;

/** Returns both texts, each between markers (`{{#shop.delivery}}`, or `{{^…}}` for a missing fact). The gateway keeps one of them. */
export const when: When = <T>(fact: string, text: T, otherwise: T): T => {
  const [, name] = /\{\{(.+)\}\}/.exec(fact) ?? [];
  if (!name) throw new Error(`${fact} is no fact of the shop`);
  const parts = [`{{#${name}}}`, text, `{{/${name}}}`];
  if (otherwise) parts.push(`{{^${name}}}`, otherwise, `{{/${name}}}`);
  const whole = typeof text === 'string' ? parts.join('') : drawn(name, parts as ReactNode[]);
  return whole as T;
};

function drawn(key: string, parts: ReactNode[]): ReactNode {
  return createElement(Fragment, { key }, ...parts);
}

function marked(value: unknown, name: string): unknown {
  if (typeof value === 'string') return `{{${name}}}`;
  if (Array.isArray(value)) return Array.from({ length: ADDRESS_LINES }, (_, n) => `{{${name}.${n}}}`);
  const fields = Object.entries(value as object);
  return Object.fromEntries(fields.map(([field, inner]) => [field, marked(inner, `${name}.${field}`)]));
}
