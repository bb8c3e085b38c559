/**
 * The shop's facts as pages show them. The owner sets them in the office. The gateway writes them into every document, as JSON and in place
 * of the markers (`gateway/storefront/src/shop`, which has the same names). A text is empty if the shop does not have the fact.
 */
export interface ShopFacts {
  name: string;
  hindiName: string;
  /** One line below the name. */
  tagline: string;
  /** The legal name of the seller. */
  legalName: string;
  /** One to five lines. */
  address: readonly string[];
  /** The address in one line. */
  addressLine: string;
  phone: Reached;
  /** The Live Chat link. */
  chat: Reached;
  mail: Reached;
  /** The hours in which support answers. */
  careHours: string;
  /** The shop's pages in social networks. */
  social: Record<Network, { href: string }>;
  /** The number alone, as in `taxNumber`. */
  foodLicence: string;
  taxNumber: string;
  countryOfOrigin: string;
  bestBefore: string;
  /** The delivery charge of prepaid orders, for example `₹40`; empty if delivery is free. */
  delivery: string;
  /** The COD fee, and the highest price of goods for COD. The limit may be empty. */
  codFee: string;
  codLimit: string;
  /** Not empty while the facts are samples, which no shop may sell under. */
  sample: string;
}

/** A contact: its text and its link. */
export interface Reached {
  display: string;
  href: string;
}

/** The social networks of a shop. */
export type Network = 'instagram' | 'facebook' | 'youtube';

/** Chooses between two texts by whether the shop has a fact. The build does not know the facts, so it renders both. */
export type When = <T>(fact: string, text: T, otherwise: T) => T;
