import type { components } from './schema.gen';

type Schemas = components['schemas'];

/** A product on its page; prices are in rupees. */
export type Product = Schemas['Product'];

/** A product as cards, carts and the search need it; prices are in rupees. */
export type Card = Schemas['Card'];

/** Cards as `GET products/cards` lists them; `next` asks for those after them, `total` counts all. */
export type Cards = Schemas['Cards'];

/** A weight a product is sold in; `price` is in rupees, `left` is there when few are left. */
export type Variant = Schemas['Variant'];

/** A pack's printed label; `mrp` is in rupees, the days are dates such as 2026-11-23. */
export type Label = Schemas['Label'];

/** The body of `POST users/stockalerts`. */
export type StockAlert = Schemas['StockAlert'];

/** The body of `POST users/orders/create/`. */
export type OrderPayload = Schemas['Checkout'];

/** How an order is paid; without one it costs its lines, and delivery is extra. */
export type PaymentMethod = Schemas['PaymentMethod'];

/** A charge beside the lines of an order, in rupees. */
export type Charge = Schemas['ChargeView'];

/** The way to a pincode and what it costs, in rupees; `codFee` is null where the carrier takes no cash, `codUpTo` what goods may cost for it, null for any price. */
export type DeliveryQuote = Schemas['Delivery'];

/** One line of an order; `actualPrice` is `basePrice` times `quantity`, both in rupees. */
export type OrderLine = Schemas['Line'];

/** The answer of `POST users/orders/create/` for a stored order. */
export type PlacedOrder = Schemas['PlacedOrder'];

/** Today's price of one pack in rupees, as it comes with an order that was refused for its prices; `null`: not sold. */
export interface Quote {
  productId: string;
  weightInGrams: number;
  price: number | null;
  productName: string;
}

/** How many of a pack are left, as it comes with an order that was refused because it asked for more; 0: sold out. */
export type PackLeft = Schemas['PackLeft'];

/** An order as its shopper reads it, in part only where no login stands behind it; amounts are in rupees. */
export type Order = Schemas['OrderView'];

/** A document of an order; `total` is in rupees, `issuedOn` a date such as 2026-11-26. */
export type OrderDocument = Schemas['DocumentView'];

/** Paying an order; amounts are in rupees, `secondsLeft` counts from the answer. */
export type Payment = Schemas['PaymentView'];

/** Where paying an order stands. */
export type PaymentState = Schemas['PaymentState'];

/** Money that goes back to a shopper. */
export type Refund = Schemas['RefundView'];

/** A line of an order; `price` is for one pack. */
export type OrderedLine = Schemas['OrderLineView'];

/** The printed label of the packs of one batch in an order. */
export type PackLabel = Schemas['PackLabel'];

/** Where an order stands. */
export type OrderStatus = Schemas['OrderState'];

/** Orders as `GET users/orders` lists them; `next` asks for those after them. */
export type OrderPage = Schemas['OrderPage'];

/** The body of `POST users/orders/track`. */
export type Tracking = Schemas['Tracking'];

/** The proof that an order belongs to the shopper; a login needs none. */
export type Proof = Schemas['OrderProof'];

/** A shopper's request about an order, for the given `version`. */
export type CancelOrReturn = Schemas['CancelOrReturn'];

/** Packs of a line of an order that come back. */
export type ReturnedLine = Schemas['ReturnedLine'];

/** A value the server refused, named as the payload names it; its code is for front ends in other languages. */
export type FieldError = Schemas['FieldError'];

/** Why a value was refused. */
export type RuleCode = Schemas['RuleCode'];

/** The body of `POST users/userregister`. */
export type Account = Schemas['Account'];

/** The answer of `GET users/me`. */
export type OwnAccount = Schemas['OwnAccount'];

/** The body of `PUT users/me`: the password confirms the shopper. */
export type AccountChange = Schemas['AccountChange'];

/** The body of `PUT users/me/password`. */
export type PasswordChange = Schemas['PasswordChange'];

/** The body of `POST users/me/email`. */
export type EmailChange = Schemas['EmailChange'];

/** A browser in which an account is logged in. */
export type Session = Schemas['Session'];

/** An address that an account saved, for its checkout; the default comes first. */
export type SavedAddress = Schemas['SavedAddress'];

/** The body of `POST users/addresses`. */
export type AddressDetails = Schemas['AddressDetails'];

/** How far the collecting of what the shop keeps of a shopper is; `requestedAt` is null when nothing was asked for. */
export type MyData = Schemas['MyData'];

/** The body of `POST users/userlogin`. */
export type Credentials = Schemas['Credentials'];

/** The body of `POST users/resetpassword`; `code` is the one-time code of six digits. */
export type NewPassword = Schemas['NewPassword'];

/** A review as `GET users/getallreview` lists it; `rating` runs from 0 to 5 in steps of 0.1. */
export type Review = Schemas['Review'];

/** A review as its writer reads it: `version` goes with a change of it. */
export type OwnReview = Schemas['OwnReview'];

/** Reviews as `GET users/reviews` lists them; `next` asks for those after them. */
export type ReviewPage = Schemas['ReviewPage'];

/** The body of `PUT users/reviews/{id}`. */
export type ReviewChange = Schemas['ReviewChange'];

/** The body of `POST users/review`, as a form. */
export type ReviewForm = Schemas['ReviewForm'];

/** The body of `POST users/contactus`, as a form; `subject` is lower-cased. */
export type ContactMessage = Schemas['ContactMessage'];
