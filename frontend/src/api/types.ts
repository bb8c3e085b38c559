import type { components } from './schema.gen';

type Schemas = components['schemas'];

/** A product as `GET products/` lists it; prices are in rupees. */
export type Product = Schemas['Product'];

/** A weight a product is sold in; `price` is in rupees. */
export type Variant = Schemas['Variant'];

/** What `POST users/orders/create/` takes. */
export type OrderPayload = Schemas['Checkout'];

/** One line of an order; `actualPrice` is `basePrice` times `quantity`, both in rupees. */
export type OrderLine = Schemas['Line'];

/** What `POST users/orders/create/` answers when the order is kept. */
export type PlacedOrder = Schemas['PlacedOrder'];

/** A value the server refused, named as the payload names it. */
export type FieldError = Schemas['FieldError'];
