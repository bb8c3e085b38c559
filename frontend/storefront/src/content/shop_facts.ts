/**
 * What the shop says of itself, as pages say it. It is decided in the office; the gateway writes it into every document, once as
 * data and wherever a page says it (`gateway/storefront/src/shop`, which knows the same names). A text is empty where there is
 * nothing to say.
 */
export interface ShopFacts {
  name: string;
  hindiName: string;
  /** One line below the name. */
  tagline: string;
  /** Who sells, by law. */
  legalName: string;
  /** One to five lines. */
  address: readonly string[];
  /** The same in one. */
  addressLine: string;
  phone: Reached;
  /** Where Live Chat leads. */
  chat: Reached;
  mail: Reached;
  /** When somebody answers. */
  careHours: string;
  /** Where the shop is found beside itself. */
  social: Record<Network, { href: string }>;
  /** The number alone, as that for taxes. */
  foodLicence: string;
  taxNumber: string;
  countryOfOrigin: string;
  bestBefore: string;
  /** What the way to a shopper costs who pays ahead, such as `₹40`; empty where it is free. */
  delivery: string;
  /** What cash at the door costs besides, and up to which price of the goods it is taken; the latter may be empty. */
  codFee: string;
  codLimit: string;
  /** Not empty while these are samples, which no shop may sell under. */
  sample: string;
}

/** Where somebody can be reached, as it is read and as a link. */
export interface Reached {
  display: string;
  href: string;
}

/** Where a shop may be found. */
export type Network = 'instagram' | 'facebook' | 'youtube';

/** One of two, by whether the shop has a fact: the build, which knows none, draws both. */
export type Said = <T>(fact: string, said: T, otherwise: T) => T;
